// Between a kiosk and the desk: pairing, the list of people, arrivals (docs/protocol.md). The list is in memory alone.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SEEN = C.data.seconds * 2000;
  var timer = null, running = false, wanted = false, failed = 0;

  var desk = C.desk = {
    member: null,  // this kiosk in a tournament: {uid, name, language, token, epoch, addresses}
    list: null,    // {state, over, game, people}
    online: null,
    problem: "",   // why pairing did not work
    shut: "",      // why the token is not taken
    heard: 0,
  };

  function kept() { return C.store.thing("arrivals") || []; }
  function keep(arrivals) { return C.store.keep("arrivals", arrivals); }
  function become(member) {
    desk.member = member;
    return C.store.keep("kiosk", member);
  }
  function forget() { desk.list = null; }

  desk.unsent = function () { return desk.member ? C.arrivals.due(kept(), desk.member.uid).length : 0; };
  desk.remember = function () { desk.member = C.store.thing("kiosk"); };
  // A new invitation makes a new device of this one; the same invitation the same.
  desk.pair = function (invitation) {
    var known = C.store.thing("pairing");
    if (!known || known.invitation !== invitation) {
      known = { invitation: invitation, device: C.uuid() };
      C.store.keep("pairing", known);
    }
    return C.askAt(location.origin, "pair", { invitation: invitation, device: known.device, language: C.language }).then(function (answer) {
      desk.online = Boolean(answer);
      desk.problem = !answer || answer.status === 200 ? "" : answer.told.sentence || answer.told.error;
      if (!answer || answer.status !== 200) return Boolean(answer);
      var day = answer.told.tournament;
      C.data.invitation = null;
      history.replaceState(null, "", "/kiosk/");
      desk.shut = "";
      forget();
      return become({ uid: day.uid, name: day.name, language: day.language, token: answer.told.token, epoch: day.epoch, addresses: [] })
        .then(function () { wanted = true; return true; });
    });
  };

  // Kept first, sent afterwards. Answers what the desk says of it, or null where nobody answers now.
  desk.arrive = function (person) {
    var arrival = { nonce: C.nonce(), entry: person.entry, day: desk.member.uid };
    return keep(kept().concat(arrival)).then(send).then(function (answers) {
      return (answers || []).filter(function (one) { return one.nonce === arrival.nonce; })[0] || null;
    });
  };
  function ask(what, more) {
    var member = desk.member, body = Object.assign({ token: member.token, epoch: member.epoch, language: C.language }, more);
    return C.ask(what, body, member.addresses, function (answer) { return C.arrivals.takes(answer, member); }).then(function (answer) {
      desk.online = Boolean(answer);
      if (!answer || member !== desk.member) return null;
      desk.shut = answer.status === 401 ? answer.told.sentence : "";
      if (desk.shut) forget();
      return answer.status === 200 ? answer.told : null;
    });
  }
  function send() {
    var due = C.arrivals.due(kept(), desk.member.uid);
    if (!due.length) return Promise.resolve(null);
    return ask("arrive", { arrivals: due.map(function (one) { return { nonce: one.nonce, entry: one.entry }; }) }).then(function (told) {
      if (!told) return null;
      if (told.epoch > desk.member.epoch) return become(Object.assign({}, desk.member, { epoch: told.epoch })).then(send);
      return keep(C.arrivals.left(kept(), told.answers)).then(function () { return told.answers; });
    });
  }
  function listen() {
    var more = { seen: desk.list ? desk.list.state : "", queued: desk.unsent(), visible: document.visibilityState !== "hidden" };
    return ask("door", more).then(function (told) {
      if (!told) return;
      desk.heard = Date.now();
      if (told.same) return;
      desk.list = told;
      return become(Object.assign({}, desk.member, { epoch: told.epoch, name: told.tournament.name, language: told.tournament.language, addresses: told.addresses }));
    });
  }
  function turn() {
    if (C.data.invitation && !desk.problem) return desk.pair(C.data.invitation);
    return desk.member ? send().then(listen) : Promise.resolve();
  }
  function pause() {
    return C.pace.pause({ online: desk.online, failed: failed, hidden: document.visibilityState === "hidden", shut: Boolean(desk.shut) }, SEEN);
  }
  C.poke = function () {
    if (running) { wanted = true; return; }
    running = true;
    clearTimeout(timer);
    turn().catch(function (fault) { console.error(fault); }).then(function () {
      failed = C.pace.failed(failed, desk.online !== false);
      if (desk.list && C.arrivals.isOld(desk.heard, Date.now())) forget();
      running = false;
      timer = setTimeout(C.poke, wanted ? 0 : pause());
      wanted = false;
      C.show();
    });
  };
})();

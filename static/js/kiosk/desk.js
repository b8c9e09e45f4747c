// Communication of a kiosk with the desk: pairing, the list of people, arrivals (docs/protocol.md). The list is never stored.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var POLL_MS = C.data.seconds * 2000;
  var timer = null, running = false, runAgain = false, failures = 0;

  var desk = C.desk = {
    member: null,  // this kiosk in a tournament: {uid, name, language, token, epoch, addresses}
    list: null,    // {state, over, game, people}
    online: null,
    problem: "",   // why pairing did not work
    refusal: "",   // why the token was refused
    lastContact: 0,
  };

  function storedArrivals() { return C.store.get("arrivals") || []; }
  function storeArrivals(arrivals) { return C.store.save("arrivals", arrivals); }
  function saveMember(member) {
    desk.member = member;
    return C.store.save("kiosk", member);
  }
  function forgetList() { desk.list = null; }

  desk.unsentCount = () => desk.member ? C.arrivals.due(storedArrivals(), desk.member.uid).length : 0;
  desk.loadMember = () => { desk.member = C.store.get("kiosk"); };
  // A new invitation gets a new device id; a retry with the same invitation reuses it.
  desk.pair = (invitation) => {
    var pairing = C.store.get("pairing");
    if (!pairing || pairing.invitation !== invitation) {
      pairing = { invitation, device: C.uuid() };
      C.store.save("pairing", pairing);
    }
    return C.requestAt(location.origin, "pair", { invitation, device: pairing.device, language: C.language }).then((response) => {
      desk.online = Boolean(response);
      desk.problem = !response || response.status === 200 ? "" : response.data.sentence || response.data.error;
      if (!response || response.status !== 200) return Boolean(response);
      var tournament = response.data.tournament;
      C.data.invitation = null;
      history.replaceState(null, "", "/kiosk/");
      desk.refusal = "";
      forgetList();
      return saveMember({
        uid: tournament.uid, name: tournament.name, language: tournament.language,
        token: response.data.token, epoch: tournament.epoch, addresses: []
      }).then(() => { runAgain = true; return true; });
    });
  };

  // Stores the arrival before sending it. Resolves to the desk's reply, or null if the desk cannot be reached now.
  desk.sendArrival = (person) => {
    var arrival = { nonce: C.nonce(), entry: person.entry, day: desk.member.uid };
    return storeArrivals(storedArrivals().concat(arrival)).then(sendArrivals).then((answers) => (answers || []).filter((item) => item.nonce === arrival.nonce)[0] || null);
  };
  function askDesk(action, extra) {
    var member = desk.member, body = Object.assign({ token: member.token, epoch: member.epoch, language: C.language }, extra);
    return C.request(action, body, member.addresses, (response) => C.arrivals.accepts(response, member)).then((response) => {
      desk.online = Boolean(response);
      if (!response || member !== desk.member) return null;
      desk.refusal = response.status === 401 ? response.data.sentence : "";
      if (desk.refusal) forgetList();
      return response.status === 200 ? response.data : null;
    });
  }
  function sendArrivals() {
    var due = C.arrivals.due(storedArrivals(), desk.member.uid);
    if (!due.length) return Promise.resolve(null);
    return askDesk("arrive", { arrivals: due.map((item) => ({ nonce: item.nonce, entry: item.entry })) }).then((data) => {
      if (!data) return null;
      if (data.epoch > desk.member.epoch) return saveMember({ ...desk.member, epoch: data.epoch }).then(sendArrivals);
      return storeArrivals(C.arrivals.remaining(storedArrivals(), data.answers)).then(() => data.answers);
    });
  }
  function fetchList() {
    var extra = { seen: desk.list ? desk.list.state : "", queued: desk.unsentCount(), visible: document.visibilityState !== "hidden" };
    return askDesk("door", extra).then((data) => {
      if (!data) return;
      desk.lastContact = Date.now();
      if (data.same) return;
      desk.list = data;
      return saveMember({ ...desk.member,
        epoch: data.epoch, name: data.tournament.name, language: data.tournament.language, addresses: data.addresses
      });
    });
  }
  function sync() {
    if (C.data.invitation && !desk.problem) return desk.pair(C.data.invitation);
    return desk.member ? sendArrivals().then(fetchList) : Promise.resolve();
  }
  function pauseMs() {
    return C.syncTiming.pause({
      online: desk.online, failed: failures, hidden: document.visibilityState === "hidden", shut: Boolean(desk.refusal)
    }, POLL_MS);
  }
  C.poke = () => {
    if (running) { runAgain = true; return; }
    running = true;
    clearTimeout(timer);
    sync().catch((error) => { console.error(error); }).then(() => {
      failures = C.syncTiming.failures(failures, desk.online !== false);
      if (desk.list && C.arrivals.isOld(desk.lastContact, Date.now())) forgetList();
      running = false;
      timer = setTimeout(C.poke, runAgain ? 0 : pauseMs());
      runAgain = false;
      C.show();
    });
  };
})();

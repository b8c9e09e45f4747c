// The loop that never ends: join, send what waits, ask what is new; sooner when there is a reason, later when nobody answers.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SEEN = C.data.seconds * 1000;
  var timer = null, running = false, wanted = false, unheard = false, failed = 0, turns = 0;
  var day = C.day;
  var call = null; // what the desk has not been told yet, or its next answer to `here` shows: {nonce, told, noted, more}

  function hidden() { return document.visibilityState === "hidden"; }
  function pause() {
    return C.pace.pause({ online: day.online, failed: failed, hidden: hidden(), shut: Boolean(day.shut) }, SEEN);
  }
  function note(answered) {
    if (answered === null) return answered;
    day.online = answered;
    if (answered) day.heard = performance.now();
    failed = C.pace.failed(failed, answered);
    return answered;
  }
  function callJudge() {
    var now = call; // who calls after it was called off calls anew
    if (!now || now.told) return Promise.resolve();
    var asked = Object.assign({ token: day.member.token, epoch: day.member.epoch, nonce: now.nonce, what: "judge" }, now.more);
    return C.ask("call", asked, day.member.addresses, C.heardCall).then(function (answer) {
      if (!answer || answer.status !== 200) return;
      wanted = now.told = true;
      now.noted = answer.told.noted;
    });
  }
  function others() { // what a tournament of another day left on this tablet
    return day.others().reduce(function (before, member) {
      return before.then(function () { return day.send(member, true); });
    }, Promise.resolve());
  }
  function send() {
    if (day.shut) return null;
    return day.send(day.member, C.pace.sendsAll(turns)).then(function (sent) {
      unheard = sent === false;
      return sent;
    });
  }
  function round() {
    var step = C.pace.first({ member: Boolean(day.member), wrongTable: C.wrongTable(), unheard: unheard });
    unheard = false;
    if (step === "join") {
      return C.joining().then(function (answered) {
        wanted = wanted || Boolean(day.member) && !C.wrongTable(); // who has just joined asks at once who sits here
        return note(answered);
      });
    }
    var before = day.member.told, known = call && call.told ? call : null;
    return (step === "here" ? day.here() : Promise.resolve(true)).then(function (there) { return there && send(); }).then(function (sent) {
      if (note(sent) === false) return null;
      return day.here().then(note);
    }).then(function (heard) {
      if (heard && call === known) call = null; // `here` shows it now
      return heard ? callJudge().then(C.tellOthers).then(function () { return heard; }) : heard;
    }).then(function (heard) {
      turns = C.pace.turns(turns, Boolean(heard), before !== day.member.told);
      return heard && C.pace.sendsOthers(turns) ? others() : null;
    });
  }
  function tick() {
    if (C.standsStill()) return;
    if (running) { wanted = true; return; }
    running = true;
    clearTimeout(timer);
    round().catch(function (fault) { console.error(fault); }).then(function () {
      running = false;
      timer = setTimeout(tick, wanted ? 0 : pause());
      wanted = false;
      C.show(); // last: whatever goes wrong on the screen, the loop goes on
    });
  }

  // A laptop that was replaced and is still on would take a call that nobody there looks at.
  C.heardCall = function (answer) { return answer.status !== 200 || answer.told.called !== false; };
  C.poke = tick;
  C.callJudge = function (more) { // a protest, or the number of the call that is over
    var now = C.called();
    if (!now || now.told) call = { nonce: C.nonce(), more: more };
    tick();
  };
  // The call that waits, {told, noted, call}: it stays until the desk or this table ends it.
  C.called = function () {
    var waits = day.member && day.member.told && day.member.told.called;
    return call ? (call.more || {}).call ? null : call : waits && Object.assign({ told: true }, waits);
  };
  C.callOff = function () {
    var waits = C.called().call;
    call = waits && { nonce: C.nonce(), more: { what: "judge_over", call: waits } };
    tick();
  };

  document.addEventListener("visibilitychange", function () { if (!hidden()) tick(); });
  ["online", "pageshow"].forEach(function (event) { window.addEventListener(event, function () { if (C.started) tick(); }); });
  window.addEventListener("beforeunload", function (event) {
    if (C.elsewhere || !day.unsentAnywhere()) return;
    event.preventDefault();
    event.returnValue = C.t("unsent_leave");
  });
})();

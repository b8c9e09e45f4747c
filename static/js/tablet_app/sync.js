// The sync loop: join, send results, fetch the state. The next cycle comes sooner for a reason, and later after failures.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var POLL_MS = C.data.seconds * 1000;
  var timer = null, running = false, rerun = false, unanswered = false, failures = 0, idle = 0, sendingOthers = false;
  var tournament = C.tournament;
  var call = null; // a call to the desk, until the response to `here` contains it: {nonce, delivered, noted, more}

  function isHidden() { return document.visibilityState === "hidden"; }
  function pause() {
    return C.syncTiming.pause({ online: tournament.online, failed: failures, hidden: isHidden(), shut: Boolean(tournament.shut) }, POLL_MS);
  }
  function recordAnswer(answered) {
    if (answered === null) return answered;
    tournament.online = answered;
    if (answered) tournament.answeredMs = performance.now();
    failures = C.syncTiming.failures(failures, answered);
    return answered;
  }
  function sendCall() {
    var sending = call; // `call` may be cancelled and replaced during the request
    if (!sending || sending.delivered) return Promise.resolve();
    var request = Object.assign({
      token: tournament.member.token, epoch: tournament.member.epoch, nonce: sending.nonce, what: "judge" }, sending.more);
    return C.request("call", request, tournament.member.addresses, C.acceptsCall).then((response) => {
      if (!response || response.status !== 200) return;
      rerun = sending.delivered = true;
      sending.noted = response.data.noted;
    });
  }
  // The results of other tournaments on this tablet. The loop does not wait for them: their laptops may be switched off for ever.
  function sendOthers() {
    if (sendingOthers) return;
    sendingOthers = true;
    tournament.otherMembers().reduce((previous, member) => previous.then(() => tournament.sendResults(member, true)), Promise.resolve())
      .catch((error) => { console.error(error); }).then(() => { sendingOthers = false; });
  }
  function sendResults() {
    if (tournament.shut) return null;
    return tournament.sendResults(tournament.member, C.syncTiming.sendsAll(idle)).then((answered) => {
      unanswered = answered === false;
      return answered;
    });
  }
  function runCycle() {
    var step = C.syncTiming.firstStep({ member: Boolean(tournament.member), wrongTable: C.isWrongTable(), unanswered });
    unanswered = false;
    if (step === "join") {
      return C.joinInvitation().then((answered) => {
        rerun = rerun || Boolean(tournament.member) && !C.isWrongTable(); // fetch the state right after joining
        return recordAnswer(answered);
      });
    }
    var before = tournament.member.told, known = call && call.delivered ? call : null;
    return (step === "here" ? tournament.fetchState() : Promise.resolve(true)).then((ok) => ok && sendResults()).then((sent) => {
      if (recordAnswer(sent) === false) return null;
      return tournament.fetchState().then(recordAnswer);
    }).then((answered) => {
      if (answered && call === known) call = null; // the response to `here` contains it now
      return answered ? sendCall().then(C.syncOthers).then(() => answered) : answered;
    }).then((answered) => {
      idle = C.syncTiming.idleCycles(idle, Boolean(answered), before !== tournament.member.told);
      if (answered && C.syncTiming.sendsOthers(idle)) sendOthers();
    });
  }
  function sync() {
    if (C.stopIfSuperseded()) return;
    if (running) { rerun = true; return; }
    running = true;
    clearTimeout(timer);
    runCycle().catch((error) => { console.error(error); }).then(() => {
      running = false;
      timer = setTimeout(sync, rerun ? 0 : pause());
      rerun = false;
      C.show(); // last: an error on the screen must not stop the loop
    });
  }

  // Rejects a laptop that was replaced but is still switched on: its desk would not see the call.
  C.acceptsCall = (response) => response.status !== 200 || response.data.called !== false;
  C.poke = sync;
  // Calls a judge. `more`: the fields of a protest instead.
  C.callJudge = (more) => {
    var current = C.currentCall();
    if (!current || current.delivered) call = { nonce: C.nonce(), more };
    sync();
  };
  // The open call, {delivered, noted, call}, until the desk or this table ends it.
  C.currentCall = () => {
    var called = tournament.member && tournament.member.told && tournament.member.told.called;
    return call ? (call.more || {}).call ? null : call : called && Object.assign({ delivered: true }, called);
  };
  C.cancelCall = () => {
    var number = C.currentCall().call;
    call = number && { nonce: C.nonce(), more: { what: "judge_over", call: number } };
    sync();
  };

  document.addEventListener("visibilitychange", () => { if (C.started && !isHidden()) sync(); });
  ["online", "pageshow"].forEach((event) => { window.addEventListener(event, () => { if (C.started) sync(); }); });
  window.addEventListener("beforeunload", (event) => {
    if (C.elsewhere || !tournament.unsentAnywhere()) return;
    event.preventDefault();
    event.returnValue = C.t("unsent_leave");
  });
})();

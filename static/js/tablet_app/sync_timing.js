// The rhythm of the sync loop: when the next cycle starts and what it does.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MIN_RETRY_MS = 2000, MAX_RETRY_MS = 30000, RARELY = 6; // a hidden page is six times slower; every sixth cycle retries all

  C.syncTiming = {
    // Milliseconds until the next cycle. `pollMs`: the pause of a visible page; `state.failed`: failures in a row.
    pause: (state, pollMs) => {
      if (state.online === false) return Math.min(Math.min(MIN_RETRY_MS, pollMs) * Math.pow(2, state.failed - 1), MAX_RETRY_MS);
      return state.hidden || state.shut ? RARELY * pollMs : pollMs;
    },
    // The number of failures in a row after this cycle.
    failures: (previous, answered) => answered ? 0 : previous + 1,
    // The number of cycles in a row without a change of the state.
    idleCycles: (previous, answered, changed) => !answered || changed ? 0 : previous + 1,
    // Whether this cycle also sends results that were put off ("later", server errors), and those of other tournaments.
    sendsAll: (idle) => idle % RARELY === 0,
    sendsOthers: (idle) => idle % RARELY === 1,
    // The first step of a cycle: "join", "send", or "here" if the last sending had no answer: its cause may be one of the results.
    firstStep: (state) => {
      if (!state.member || state.wrongTable) return "join";
      return state.unanswered ? "here" : "send";
    },
    // Whether another window of this browser was opened after this one.
    isSuperseded: (ownId, lastId) => Boolean(ownId && lastId && lastId !== ownId),
  };
})();

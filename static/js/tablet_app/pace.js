// When a tablet asks again, and what it asks next. Times in milliseconds.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SOON = 2000, LONGEST = 30000, RARELY = 6; // six times the pace where nobody looks; every sixth turn what was put off

  C.pace = {
    // How long to wait: `seen` is the pace on a page that is looked at, `failed` how often nobody has answered in a row.
    pause: function (state, seen) {
      if (state.online === false) return Math.min(Math.min(SOON, seen) * Math.pow(2, state.failed - 1), LONGEST);
      return state.hidden || state.shut ? RARELY * seen : seen;
    },
    // How often nobody has answered in a row, after this answer.
    failed: function (before, answered) { return answered ? 0 : before + 1; },
    // How many turns brought nothing new.
    turns: function (before, heard, changed) { return !heard || changed ? 0 : before + 1; },
    // Whether what was put off goes out as well; whether what another day left does.
    sendsAll: function (turns) { return turns % RARELY === 0; },
    sendsOthers: function (turns) { return turns % RARELY === 1; },
    // The first step of a turn: "join"; "here" where nobody answered what was sent, since perhaps only a result stands in the
    // way; or "send".
    first: function (state) {
      if (!state.member || state.wrongTable) return "join";
      return state.unheard ? "here" : "send";
    },
    // Whether this window stands still: another one of this browser was opened since it was `mine`.
    standsStill: function (mine, last) { return Boolean(mine && last && last !== mine); },
  };
})();

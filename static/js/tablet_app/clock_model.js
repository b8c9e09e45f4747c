// The clock of a round: what the desk has told, counted on by what has passed since. Times in seconds.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MINUTE = 60;

  C.clockModel = {
    runs: function (round) { return Boolean(round) && typeof round.left === "number"; },
    // What it says so long after `left` was told: whole minutes, as one counts them who has that long still.
    says: function (left, passed) {
      var still = left - passed;
      return still > 0 ? { code: "minutes_left", count: Math.ceil(still / MINUTE) } : { code: "time_is_up" };
    },
  };
})();

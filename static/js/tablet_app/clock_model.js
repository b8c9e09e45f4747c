// The text of a round's clock. Times in seconds.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MINUTE = 60;

  C.clockModel = {
    hasClock: (round) => Boolean(round) && typeof round.left === "number",
    // The message `passed` seconds after `left` seconds were left: minutes, rounded up.
    message: (left, passed) => {
      var remaining = left - passed;
      return remaining > 0 ? { code: "minutes_left", count: Math.ceil(remaining / MINUTE) } : { code: "time_is_up" };
    },
  };
})();

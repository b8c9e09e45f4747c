// What a kiosk keeps and sends: arrivals are {nonce, entry, day}. Pure: plain values in and out.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var AT_ONCE = 100, FORGET_AFTER = 12 * 60 * 60 * 1000;

  C.arrivals = {
    due: function (kept, day) { return kept.filter(function (one) { return one.day === day; }).slice(0, AT_ONCE); },
    // Without those that were answered.
    left: function (kept, answers) {
      var done = answers.map(function (one) { return one.nonce; });
      return kept.filter(function (one) { return done.indexOf(one.nonce) < 0; });
    },
    // Whether a laptop counts for this kiosk: one in a lower epoch was replaced, and another may know who this is.
    takes: function (answer, member) {
      if (answer.status === 401 || answer.status === 404) return null;
      return answer.status !== 200 || answer.told.same === true || answer.told.epoch >= member.epoch;
    },
    // Whether the list is to be forgotten, as nobody has answered for so long.
    isOld: function (heard, now) { return now - heard > FORGET_AFTER; },
  };
})();

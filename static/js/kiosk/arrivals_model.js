// Arrivals that a kiosk stores and sends: {nonce, entry, day}. Pure functions.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var BATCH_SIZE = 100, LIST_TTL_MS = 12 * 60 * 60 * 1000;

  C.arrivals = {
    due: (arrivals, day) => arrivals.filter((arrival) => arrival.day === day).slice(0, BATCH_SIZE),
    // The arrivals without those that were answered.
    remaining: (arrivals, answers) => {
      var done = answers.map((arrival) => arrival.nonce);
      return arrivals.filter((arrival) => done.indexOf(arrival.nonce) < 0);
    },
    // Whether to accept a laptop's response (`accepts` of C.request). False: its epoch is lower, so another laptop has replaced it.
    // Null: it does not know this kiosk (401, 404), but another laptop may.
    accepts: (response, member) => {
      if (response.status === 401 || response.status === 404) return null;
      return response.status !== 200 || response.data.same === true || response.data.epoch >= member.epoch;
    },
    // Whether the list of people must be deleted, as there was no contact for too long.
    isOld: (lastContact, now) => now - lastContact > LIST_TTL_MS,
  };
})();

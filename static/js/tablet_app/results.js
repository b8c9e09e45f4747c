// The results kept on this tablet: {day, order, state, line, sentence, body, shown}. `state` is "kept" until the desk answers, then
// its answer (docs/protocol.md). No function here changes its arguments.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MAX_RESULTS = 50; // per request
  var FINAL = ["accepted", "same", "conflict", "refused"], WAITING = ["kept", "later", "not_your_table"];

  function withChanges(result, changes) { return Object.assign({}, result, changes); }
  function isFinal(result) { return FINAL.indexOf(result.state) >= 0; }

  // The points by side of a result kept here.
  C.pointsOf = function (shown) { // an older version kept two sides as high and low
    return shown.points || shown.names.map(function (name, side) { return side === shown.winner ? shown.high : shown.low; });
  };
  C.results = {
    isFinal: isFinal,
    // Whether the desk lacks it, and a QR code may carry it there.
    isWaiting: function (result) { return WAITING.indexOf(result.state) >= 0; },
    ofDay: function (results, day) {
      return results.filter(function (result) { return result.day === day; });
    },
    unsent: function (results) {
      return results.filter(function (result) { return !isFinal(result); });
    },
    // The results to send now: `all` unsent ones, or those without an answer or a server error.
    due: function (results, all) {
      return results.filter(function (result) {
        return !isFinal(result) && (all || (result.state === "kept" && !result.stumbled));
      }).slice(0, MAX_RESULTS);
    },
    // A replacement laptop may lack what the old one had: everything of the day is sent again.
    requeue: function (results) {
      return results.map(function (result) { return withChanges(result, { state: "kept", stumbled: false }); });
    },
    // The results changed by the desk's answers. A final state never changes.
    applyAnswers: function (results, answers) {
      return answers.map(function (answer) {
        var result = results.filter(function (item) { return item.body.nonce === answer.nonce; })[0];
        if (!result || answer.answer === "other_epoch" || isFinal(result)) return null;
        return withChanges(result, { state: answer.answer, line: answer.line, sentence: answer.sentence });
      }).filter(Boolean);
    },
    // The server failed on it (5xx) or cannot read it: it stays here, to be shown at the desk.
    applyFailure: function (result, answer) {
      return answer.status >= 500 ? withChanges(result, { stumbled: true })
        : withChanges(result, { state: "later", sentence: answer.data.sentence });
    },
  };
})();

// The results that this tablet has taken, each {day, order, state, line, sentence, body, shown}: what becomes of them.
// `state` is "kept" until the desk has answered, then its answer (docs/protocol.md). Nothing here touches what it is given.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MOST = 50; // results in one request
  var FINAL = ["accepted", "same", "conflict", "refused"], WAITING = ["kept", "later", "not_your_table"];

  function changed(result, changes) { return Object.assign({}, result, changes); }
  function isFinal(result) { return FINAL.indexOf(result.state) >= 0; }

  // The points of a result as this tablet kept it, by side.
  C.pointsOf = function (shown) { // an older page kept two sides in another way
    return shown.points || shown.names.map(function (name, side) { return side === shown.winner ? shown.high : shown.low; });
  };
  C.results = {
    isFinal: isFinal,
    // Whether the desk still lacks it, and a code may carry it there.
    waits: function (result) { return WAITING.indexOf(result.state) >= 0; },
    of: function (results, day) {
      return results.filter(function (result) { return result.day === day; });
    },
    unsent: function (results) {
      return results.filter(function (result) { return !isFinal(result); });
    },
    // What goes out now: `all` of it, or only what nobody has answered so far and no laptop has stumbled over.
    due: function (results, all) {
      return results.filter(function (result) {
        return !isFinal(result) && (all || (result.state === "kept" && !result.stumbled));
      }).slice(0, MOST);
    },
    // The laptop was replaced by one that may lack what the old one had: everything of the day goes out again.
    again: function (results) {
      return results.map(function (result) { return changed(result, { state: "kept", stumbled: false }); });
    },
    // What the answers change, as the results that are to be kept anew: what is final stays what it was first.
    answered: function (results, answers) {
      return answers.map(function (answer) {
        var result = results.filter(function (one) { return one.body.nonce === answer.nonce; })[0];
        if (!result || answer.answer === "other_epoch" || isFinal(result)) return null;
        return changed(result, { state: answer.answer, line: answer.line, sentence: answer.sentence });
      }).filter(Boolean);
    },
    // One that a laptop stumbles over, or cannot read: it stays here, to be shown to the desk.
    unread: function (result, answer) {
      return answer.status >= 500 ? changed(result, { stumbled: true })
        : changed(result, { state: "later", sentence: answer.told.sentence });
    },
  };
})();

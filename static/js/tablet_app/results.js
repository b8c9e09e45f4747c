// The results kept on this tablet: {day, order, state, line, sentence, body, shown}. `state` is "kept" until the desk answers, then
// its answer (docs/protocol.md). Some are also `stumbled`: the server failed on it, or `dismissed`: its refusal was seen.
// No function here changes its arguments.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MAX_RESULTS = 50; // per request
  var FINAL = ["accepted", "same", "conflict", "refused"];

  function withChanges(result, changes) { return { ...result, ...changes }; }
  // Whether it is sent again, as the desk lacks it, and a QR code may carry it there.
  function isWaiting(result) { return FINAL.indexOf(result.state) < 0; }

  // The points by side of a result kept here.
  C.pointsOf = (shown) => { // an older version kept two sides as high and low
    return shown.points || shown.names.map((name, side) => side === shown.winner ? shown.high : shown.low);
  };
  C.results = {
    isWaiting,
    ofTournament: (results, uid) => results.filter((result) => result.day === uid),
    unsent: (results) => results.filter(isWaiting),
    // The results to send now: `all` unsent ones, or those without an answer or a server error.
    due: (results, all) => {
      return results.filter((result) => isWaiting(result) && (all || (result.state === "kept" && !result.stumbled))).slice(0, MAX_RESULTS);
    },
    // A replacement laptop may lack what the old one had: everything of the tournament is sent again, also what was refused and
    // dismissed, as it may lack the seats that were the reason.
    requeue: (results) => results.map((result) => withChanges(result, { state: "kept", stumbled: false })),
    // The results changed by the desk's answers. A final state never changes.
    applyAnswers: (results, answers) => {
      return answers.map((answer) => {
        var result = results.filter((item) => item.body.nonce === answer.nonce)[0];
        if (!result || answer.answer === "other_epoch" || !isWaiting(result)) return null;
        return withChanges(result, { state: answer.answer, line: answer.line, sentence: answer.sentence });
      }).filter(Boolean);
    },
    // The server failed on it (5xx) or cannot read it: it stays here, to be shown at the desk.
    applyFailure: (result, answer) => {
      return answer.status >= 500 ? withChanges(result, { stumbled: true })
        : withChanges(result, { state: "later", sentence: answer.data.sentence });
    },
  };
})();

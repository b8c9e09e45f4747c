// The draft of a game that is being entered, its steps, and the result made from it. entry.js shows it.
// Draft: {meeting, game, kind, basis, step, winner: side or null, points: texts by side (a game with `perSide` numbers has the first
// number of every side, then the second ones), hands: null or the hands of a sheet, filled: whether a tool filled it in,
// round, table, names, letters, games, match, sides: entry numbers by side, nonce}
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var DIGITS = "0123456789".split("");

  // The points once `side` has won. Those typed for another winner are cleared.
  function pointsFor(draft, side, fixed) {
    return draft.points.map((text, i) => {
      if (i === side) return fixed || (draft.winner === side ? text : "");
      return i === draft.winner ? "" : text;
    });
  }
  // All steps: the winner (where the game asks for it), the points of one side after the other ("points 2"), the read-back.
  function steps(game, draft, rules) {
    var first = game.asksWinner ? ["winner"] : [], order = game.asksWinner && draft.winner === null ? [] : game.order(draft, rules);
    return first.concat(order.map((side) => "points " + side), "read");
  }

  C.entry = {
    // A draft of the next game, or a correction of the result `corrected`. A result `filled` in by a tool, {winner, points, hands},
    // goes straight to the read-back. `basis` is the desk's line of the game.
    newDraft: (view, nonce, first, corrected, filled, perSide) => {
      var game = corrected ? corrected.body.game : view.next;
      return Object.assign({
        meeting: view.meeting.uid, game, kind: corrected ? "correction" : "claim",
        basis: corrected ? corrected.line : game === view.meeting.game ? view.meeting.basis : 0,
        step: first, filled: false, winner: null, points: Array(view.names.length * (perSide || 1)).fill(""), hands: null,
        round: view.round.number, table: view.answer.table || view.meeting.table, names: view.names, letters: view.letters,
        games: view.meeting.games, match: view.match.kind,
        sides: view.meeting.sides.map((side) => side.entries.map((entry) => entry.number)),
        nonce,
      }, filled && { winner: filled.winner, points: filled.points.map(String), hands: filled.hands || null, step: "read", filled: true });
    },
    steps,
    // The step before (-1) or after (1) the current one. Null leaves the draft: before the first step, or back to the tool.
    stepFrom: (draft, steps, offset) => {
      var index = steps.indexOf(draft.step) + offset;
      return index < 0 || (draft.filled && offset < 0) ? null : steps[index];
    },
    withWinner: (draft, side, fixed) => ({ ...draft, winner: side, points: pointsFor(draft, side, fixed) }),
    // A key changes the number at `index`: "0" to "9", "-" (toggles the sign), "clear" or "delete".
    withKey: (draft, index, key, digits) => {
      var points = draft.points.slice();
      points[index] = C.entry.applyKey(points[index] === "0" ? "" : points[index], key, digits);
      return { ...draft, points };
    },
    // The text after a key; `max` digits.
    applyKey: (text, key, max) => {
      if (key === "clear") return "";
      if (key === "delete") return text.slice(0, -1);
      if (key === "-") return text[0] === "-" ? text.slice(1) : "-" + text;
      return text.replace("-", "").length < max ? text + key : text;
    },
    // Whether the number is complete and no digit may follow: never where a sign may follow, nor for 0, which a digit replaces.
    isFull: (game, won, rules, draft, index) => {
      var text = draft.points[index];
      if (text === "0" || (game.keys && game.keys(rules)) || !game.isComplete(won, text, rules, draft, index)) return false;
      return text.length >= game.digits || DIGITS.every((digit) => game.error(won, text + digit, rules, draft, index));
    },
    // Why the draft must be dropped, or "". A refused result is shown once the draft is entered.
    dropReason: (draft, view) => {
      if (draft.meeting !== view.meeting.uid) return "gone_on";
      return draft.kind === "claim" && ["playing", "refused"].indexOf(view.mode) < 0 && !view.games.length ? "not_playing" : "";
    },
    // The body of the request, and what this tablet shows of the result.
    body: (draft, data, seenAt) => {
      return {
        nonce: draft.nonce, meeting: draft.meeting, game: draft.game, basis: draft.basis, kind: draft.kind, sides: draft.sides,
        data, seen_at: seenAt,
      };
    },
    shown: (draft, game) => {
      return {
        winner: draft.winner, points: draft.points.slice(0, draft.names.length), names: draft.names, round: draft.round, table: draft.table, games: draft.games,
        match: draft.match, game,
      };
    },
    // The sides that have not won, by seat.
    losers: (result) => result.names.map((name, side) => side).filter((side) => side !== result.winner),
    // All sides, the winner first; by seat without a winner.
    readingOrder: (result) => (result.winner === null ? [] : [result.winner]).concat(C.entry.losers(result)),
  };
  C.losers = C.entry.losers;
  C.applyKey = C.entry.applyKey;
})();

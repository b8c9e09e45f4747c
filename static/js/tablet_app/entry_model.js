// A game as it is entered: the draft, step by step, and the result that it becomes (entry.js shows it).
// {meeting, game, kind, basis, step, winner: side or null, points: one text a side (of a game with `numbers` of each side all first
//  numbers, then all second ones), hands: null or those of a sheet,
//  filled: found by a tool, round, table, names, letters, games, match, sides: numbers of entries side by side, nonce}
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var DIGITS = "0123456789".split("");

  // The points of the sides once `side` has won: what was typed for another winner is asked again.
  function pointsOf(draft, side, fixed) {
    return draft.points.map(function (text, at) {
      if (at === side) return fixed || (draft.winner === side ? text : "");
      return at === draft.winner ? "" : text;
    });
  }
  // The steps of a game: who won, where it asks that; one side's points after the other ("points 2"); the read-back.
  function steps(game, draft, rules) {
    var first = game.asksWinner ? ["winner"] : [], order = game.asksWinner && draft.winner === null ? [] : game.order(draft, rules);
    return first.concat(order.map(function (side) { return "points " + side; }), "read");
  }

  C.entry = {
    // The draft of the next game, or of a `correcting` result; `filled`, {winner, points, hands}, is one that a tool has found:
    // it is read back at once, else it begins with the `first` step. A game begins on the basis that the desk has told of it.
    begin: function (found, nonce, first, correcting, filled, numbers) {
      var game = correcting ? correcting.body.game : found.next;
      return Object.assign({
        meeting: found.meeting.uid, game: game, kind: correcting ? "correction" : "claim",
        basis: correcting ? correcting.line : game === found.meeting.game ? found.meeting.basis : 0,
        step: first, filled: false, winner: null, points: Array(found.names.length * (numbers || 1)).fill(""), hands: null,
        round: found.round.number, table: found.told.table || found.meeting.table, names: found.names, letters: found.letters,
        games: found.meeting.games, match: found.match.kind,
        sides: found.meeting.sides.map(function (side) { return side.entries.map(function (entry) { return entry.number; }); }),
        nonce: nonce,
      }, filled && { winner: filled.winner, points: filled.points.map(String), hands: filled.hands || null, step: "read", filled: true });
    },
    steps: steps,
    // The step before (-1) or after (1) of `all`; null where the draft is left: before the first, or back from what a tool has found.
    move: function (draft, all, by) {
      var at = all.indexOf(draft.step) + by;
      return at < 0 || (draft.filled && by < 0) ? null : all[at];
    },
    choose: function (draft, side, fixed) {
      return Object.assign({}, draft, { winner: side, points: pointsOf(draft, side, fixed) });
    },
    // With a key pressed for a number of the draft: "0" to "9", "-" (the sign, on and off), "clear" or "delete".
    press: function (draft, at, key, digits) {
      var points = draft.points.slice();
      points[at] = C.entry.typed(points[at] === "0" ? "" : points[at], key, digits);
      return Object.assign({}, draft, { points: points });
    },
    // What a text becomes by a key.
    typed: function (text, key, most) {
      if (key === "clear") return "";
      if (key === "delete") return text.slice(0, -1);
      if (key === "-") return text[0] === "-" ? text.slice(1) : "-" + text;
      return text.replace("-", "").length < most ? text + key : text;
    },
    // Whether a number of the draft is complete and would not be with any digit more. Nor is one that a sign may still change, and 0
    // gives way to the next digit.
    full: function (game, won, rules, draft, at) {
      var text = draft.points[at];
      if (text === "0" || (game.keys && game.keys(rules)) || !game.complete(won, text, rules, draft, at)) return false;
      return text.length >= game.digits || DIGITS.every(function (digit) { return game.wrong(won, text + digit, rules, draft, at); });
    },
    // Whether the draft still stands: "" or why not. Half a result is none where the desk has gone on.
    stands: function (draft, found) {
      if (draft.meeting !== found.meeting.uid) return "gone_on";
      return draft.kind === "claim" && found.mode !== "playing" && !found.games.length ? "not_playing" : "";
    },
    // What is sent, and what this tablet shows of it.
    body: function (draft, data, seenAt) {
      return {
        nonce: draft.nonce, meeting: draft.meeting, game: draft.game, basis: draft.basis, kind: draft.kind, sides: draft.sides,
        data: data, seen_at: seenAt,
      };
    },
    shown: function (draft, game) {
      return {
        winner: draft.winner, points: draft.points.slice(0, draft.names.length), names: draft.names, round: draft.round, table: draft.table, games: draft.games,
        match: draft.match, game: game,
      };
    },
    // The sides that have not won, in the order of seats.
    losers: function (result) {
      return result.names.map(function (name, side) { return side; }).filter(function (side) { return side !== result.winner; });
    },
    // The sides, the one that has won first; where nobody has, in the order of seats.
    inOrder: function (result) { return (result.winner === null ? [] : [result.winner]).concat(C.entry.losers(result)); },
  };
  C.losers = C.entry.losers;
  C.typed = C.entry.typed;
})();

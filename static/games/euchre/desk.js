// Euchre at the desk: the points of both sides, then their lone hands (an empty box is none); A and B lead to the points of a side, and
// from these to its lone hands. What a result of a game is made of, for entry.js. Those that are given a draft of the state may change it.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;

  function named(name) { return function (letter) { return name + "_" + letter; }; }
  function fields(board, s) { return B.letters(s.slot).map(named("score")); }
  function loners(s) { return B.letters(s.slot).map(named("loners")); }
  function boxes(board, s) { return fields(board, s).concat(loners(s)); }
  function text(s, field) { return (s.values[field] || "").trim(); }
  function numbers(s, names) { // by side, or null while one is missing or is none
    var found = names.map(function (field) { return /^\d+$/.test(text(s, field)) ? Number(text(s, field)) : null; });
    return found.includes(null) ? null : found;
  }
  function better(board, s) { // the letter of the side that has won; "" where nobody has, or it is not known yet
    var found = numbers(s, fields(board, s));
    return !found || found[0] === found[1] ? "" : B.letters(s.slot)[found[0] > found[1] ? 0 : 1];
  }
  function work(board, s) { if (!s.how) s.winner = better(board, s); }
  function after(board, s, field) { // an empty box of points is asked for
    return fields(board, s).find(function (one) { return one !== field && !text(s, one); }) || "";
  }
  function turn(board, s) {
    var typed = boxes(board, s).some(function (field) { return text(s, field); });
    if (!typed) return false;
    [fields(board, s), loners(s)].forEach(function (pair) {
      var first = s.values[pair[0]] || "";
      s.values[pair[0]] = s.values[pair[1]] || "";
      s.values[pair[1]] = first;
    });
    work(board, s);
    return true;
  }
  function key(board, s, pressed) {
    if (pressed !== " ") return false;
    var order = boxes(board, s);
    D.entry.go(s, order[(order.indexOf(s.focus) + 1) % order.length]);
    return true;
  }
  function missing(board, s) {
    var empty = fields(board, s).some(function (field) { return !text(s, field); });
    return empty ? { code: "scores_missing", values: {} } : null;
  }
  function preview(board, s) {
    var found = numbers(s, fields(board, s)), letters = B.letters(s.slot), winner = better(board, s);
    if (!found) return "";
    var lone = loners(s).map(function (field) { return text(s, field) || "0"; });
    var said = winner ? B.fill(board.words.beats, {
      winner: B.nameOf(s.slot, winner), loser: B.nameOf(s.slot, letters[winner === letters[0] ? 1 : 0]),
      high: Math.max.apply(null, found), low: Math.min.apply(null, found), value: Math.abs(found[0] - found[1]),
    }) : B.fill(board.words.level, { points: found[0] });
    var any = lone.some(function (one) { return one !== "0"; });
    return any ? said + ", " + B.fill(board.words.loners_too, { one: lone[0], other: lone[1] }) : said;
  }

  D.games.euchre = {
    opens: " ", fields: fields, locked: function () { return ""; }, after: after, turn: turn, key: key, missing: missing, preview: preview,
    typed: work, won: work,
    letter: function (board, s, side) {
      var own = "score_" + side;
      D.entry.go(s, s.focus === own && text(s, own) ? "loners_" + side : own);
    },
    field: function (board, s, name) { return name === "winner" ? fields(board, s)[0] : name; },
  };
})();

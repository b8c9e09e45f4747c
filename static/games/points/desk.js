// A game of points at the desk: the number of each side, the better one wins; A and B lead to the box of a side. What a result
// of a game is made of, for entry.js. Those that are given a draft of the state may change it.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;

  function box(letter) { return "score_" + letter; }
  function fields(board, s) { return B.letters(s.slot).map(box); }
  function text(s, field) { return (s.values[field] || "").trim().replace("\u2212", "-"); }
  function figure(number) { return String(number).replace("-", "\u2212"); }
  function scores(board, s) { // the numbers by side, or null while one is missing or is none
    var found = fields(board, s).map(function (field) { return /^-?\d+$/.test(text(s, field)) ? Number(text(s, field)) : null; });
    return found.includes(null) ? null : found;
  }
  function sorted(board, found) {
    var order = found.slice().sort(function (one, other) { return one - other; });
    return board.higher_wins ? order.reverse() : order;
  }
  function better(board, s) { // the letter of the side that has won; "" where nobody has, or it is not known yet
    var found = scores(board, s), order = found && sorted(board, found);
    return !found || order[0] === order[1] ? "" : B.letters(s.slot)[found.indexOf(order[0])];
  }
  function work(board, s) { if (!s.how) s.winner = better(board, s); }
  function after(board, s, field) { // an empty box is asked for
    var order = fields(board, s), at = order.indexOf(field);
    var others = order.slice(at + 1).concat(order.slice(0, Math.max(at, 0)));
    return text(s, field) ? others.find(function (one) { return !text(s, one); }) || "" : "";
  }
  function turn(board, s) {
    var order = fields(board, s), values = order.map(function (field) { return s.values[field] || ""; });
    if (order.length > 2 || !values.join("").trim()) return false;
    s.values[order[0]] = values[1];
    s.values[order[1]] = values[0];
    work(board, s);
    return true;
  }
  function key(board, s, pressed) {
    if (pressed !== " ") return false;
    var order = fields(board, s);
    D.entry.go(s, order[(order.indexOf(s.focus) + 1) % order.length]);
    return true;
  }
  function missing(board, s) {
    var empty = fields(board, s).some(function (field) { return !text(s, field); });
    return empty ? { code: "scores_missing", values: {} } : null;
  }
  function preview(board, s) {
    var found = scores(board, s), order = found && sorted(board, found), winner = better(board, s);
    if (!found) return "";
    if (winner && (B.several(s.slot) || s.slot.partners)) {
      return B.fill(board.words.several, {
        winner: B.nameOf(s.slot, winner), high: figure(order[0]),
        others: B.letters(s.slot).filter(function (one) { return one !== winner; }).map(function (one) {
          return B.nameOf(s.slot, one) + " " + figure(text(s, box(one)));
        }).join(", "),
      });
    }
    if (!winner) return B.fill(board.words.level, { points: figure(order[0]) });
    return B.fill(board.words.beats, {
      winner: B.nameOf(s.slot, winner), loser: B.nameOf(s.slot, B.other(s.slot, winner)), high: figure(order[0]), low: figure(order[1]),
      value: Math.abs(order[0] - order[1]),
    });
  }

  D.games.points = {
    opens: " ", fields: fields, locked: function () { return ""; }, after: after, turn: turn, key: key, missing: missing, preview: preview,
    typed: work, won: work,
    letter: function (board, s, side) { D.entry.go(s, box(side)); },
    field: function (board, s, name) { return name === "winner" ? fields(board, s)[0] : name; },
  };
})();

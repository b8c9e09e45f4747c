// A game of points at the desk: the fields and keys of a result, for entry.js. The user types the points of each side; the
// better number wins. A and B move the focus to the field of a side.
// The functions may change the draft of the state that they are given.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;

  function scoreField(letter) { return "score_" + letter; }
  function fields(board, s) { return B.letters(s.slot).map(scoreField); }
  function text(s, field) { return (s.values[field] || "").trim().replace("\u2212", "-"); }
  function formatNumber(number) { return String(number).replace("-", "\u2212"); }
  function scores(board, s) { // by side; null while a number is missing or not valid
    var numbers = fields(board, s).map((field) => /^-?\d+$/.test(text(s, field)) ? Number(text(s, field)) : null);
    return numbers.includes(null) ? null : numbers;
  }
  function sorted(board, numbers) {
    var order = numbers.slice().sort((a, b) => a - b);
    return board.higher_wins ? order.reverse() : order;
  }
  function winnerOf(board, s) { // letter of the winning side; "" in a tie, or while it is not known
    var numbers = scores(board, s), order = numbers && sorted(board, numbers);
    return !numbers || order[0] === order[1] ? "" : B.letters(s.slot)[numbers.indexOf(order[0])];
  }
  function updateWinner(board, s) { if (!s.how) s.winner = winnerOf(board, s); }
  function nextField(board, s, field) { // the next empty field
    var order = fields(board, s), index = order.indexOf(field);
    var others = order.slice(index + 1).concat(order.slice(0, Math.max(index, 0)));
    return text(s, field) ? others.find((name) => !text(s, name)) || "" : "";
  }
  function turnTyped(board, s) {
    var order = fields(board, s), values = order.map((field) => s.values[field] || "");
    if (order.length > 2 || !values.join("").trim()) return false;
    s.values[order[0]] = values[1];
    s.values[order[1]] = values[0];
    updateWinner(board, s);
    return true;
  }
  function pressKey(board, s, pressed) {
    if (pressed !== " ") return false;
    var order = fields(board, s);
    D.entry.focusOn(s, order[(order.indexOf(s.focus) + 1) % order.length]);
    return true;
  }
  function missing(board, s) {
    var empty = fields(board, s).some((field) => !text(s, field));
    return empty ? { code: "scores_missing", values: {} } : null;
  }
  function preview(board, s) {
    var numbers = scores(board, s), order = numbers && sorted(board, numbers), winner = winnerOf(board, s);
    if (!numbers) return "";
    if (winner && (B.hasSeveralSides(s.slot) || s.slot.partners)) {
      return B.fill(board.words.several, {
        winner: B.sideName(s.slot, winner), high: formatNumber(order[0]),
        others: B.letters(s.slot).filter((letter) => letter !== winner).map((letter) => B.sideName(s.slot, letter) + " " + formatNumber(text(s, scoreField(letter)))).join(", "),
      });
    }
    if (!winner) return B.fill(board.words.level, { points: formatNumber(order[0]) });
    return B.fill(board.words.beats, {
      winner: B.sideName(s.slot, winner), loser: B.sideName(s.slot, B.otherSide(s.slot, winner)),
      high: formatNumber(order[0]), low: formatNumber(order[1]),
      value: Math.abs(order[0] - order[1]),
    });
  }

  D.games.points = {
    openingKeys: " ", fields, lockedField: () => "", nextField, turnTyped,
    pressKey, missing, preview, onInput: updateWinner, onWinner: updateWinner,
    pressSide: (board, s, side) => { D.entry.focusOn(s, scoreField(side)); },
    fieldFor: (board, s, name) => name === "winner" ? fields(board, s)[0] : name,
  };
})();

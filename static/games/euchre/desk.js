// Euchre at the desk: the fields and keys of a result, for entry.js. The user types the points of both sides, then their lone
// hands (an empty field means none). A and B move the focus to the points of a side, and from there to its lone hands.
// The functions may change the draft of the state that they are given.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;

  function fieldOf(name) { return (letter) => name + "_" + letter; }
  function fields(board, s) { return B.letters(s.slot).map(fieldOf("score")); }
  function lonerFields(s) { return B.letters(s.slot).map(fieldOf("loners")); }
  function allFields(board, s) { return fields(board, s).concat(lonerFields(s)); }
  function text(s, field) { return (s.values[field] || "").trim(); }
  function numbers(s, fields) { // by side; null while one is missing or not a number
    var values = fields.map((field) => /^\d+$/.test(text(s, field)) ? Number(text(s, field)) : null);
    return values.includes(null) ? null : values;
  }
  function winnerOf(board, s) { // letter of the winning side; "" in a tie, or while it is not known
    var points = numbers(s, fields(board, s));
    return !points || points[0] === points[1] ? "" : B.letters(s.slot)[points[0] > points[1] ? 0 : 1];
  }
  function updateWinner(board, s) { if (!s.how) s.winner = winnerOf(board, s); }
  function nextField(board, s, field) { // the next empty field of points
    return fields(board, s).find((name) => name !== field && !text(s, name)) || "";
  }
  function turnTyped(board, s) {
    var typed = allFields(board, s).some((field) => text(s, field));
    if (!typed) return false;
    [fields(board, s), lonerFields(s)].forEach((pair) => {
      var first = s.values[pair[0]] || "";
      s.values[pair[0]] = s.values[pair[1]] || "";
      s.values[pair[1]] = first;
    });
    updateWinner(board, s);
    return true;
  }
  function pressKey(board, s, pressed) {
    if (pressed !== " ") return false;
    var order = allFields(board, s);
    D.entry.focusOn(s, order[(order.indexOf(s.focus) + 1) % order.length]);
    return true;
  }
  function missing(board, s) {
    var empty = fields(board, s).some((field) => !text(s, field));
    return empty ? { code: "scores_missing", values: {} } : null;
  }
  function preview(board, s) {
    var points = numbers(s, fields(board, s)), letters = B.letters(s.slot), winner = winnerOf(board, s);
    if (!points) return "";
    var loners = lonerFields(s).map((field) => text(s, field) || "0");
    var result = winner ? B.fill(board.words.beats, {
      winner: B.sideName(s.slot, winner), loser: B.sideName(s.slot, letters[winner === letters[0] ? 1 : 0]),
      high: Math.max.apply(null, points), low: Math.min.apply(null, points), value: Math.abs(points[0] - points[1]),
    }) : B.fill(board.words.level, { points: points[0] });
    var hasLoners = loners.some((count) => count !== "0");
    return hasLoners ? result + ", " + B.fill(board.words.loners_too, { one: loners[0], other: loners[1] }) : result;
  }

  D.games.euchre = {
    openingKeys: " ", fields, lockedField: () => "", nextField, turnTyped,
    pressKey, missing, preview, onInput: updateWinner, onWinner: updateWinner,
    pressSide: (board, s, side) => {
      var scoreField = "score_" + side;
      D.entry.focusOn(s, s.focus === scoreField && text(s, scoreField) ? "loners_" + side : scoreField);
    },
    fieldFor: (board, s, name) => name === "winner" ? fields(board, s)[0] : name,
  };
})();

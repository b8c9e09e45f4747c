// Gin at the desk: the fields and keys of a result, for entry.js. The user types the final totals as written on the sheet;
// the highest wins unless a letter picks the winner. H opens the sheet hand by hand (desk_sheet.js shows its totals).
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;

  function totalField(letter) { return "total_" + letter; }
  function fields(board, s) { return B.letters(s.slot).map(totalField); }
  function text(s, field) { return (s.values[field] || "").trim(); }
  function wholeNumber(s, field) { return /^-?\d+$/.test(text(s, field)) ? Number(text(s, field)) : null; }
  function totals(board, s) { // by side; null while a total is missing or not a number
    var numbers = fields(board, s).map((field) => wholeNumber(s, field));
    return numbers.includes(null) ? null : numbers;
  }
  function leader(board, s) {
    var numbers = totals(board, s), best = numbers && Math.max.apply(null, numbers);
    return numbers && numbers.indexOf(best) === numbers.lastIndexOf(best) ? B.letters(s.slot)[numbers.indexOf(best)] : "";
  }
  function onInput(board, s, field) { if (!s.winnerChosen && (!field || fields(board, s).includes(field))) s.winner = leader(board, s); }
  function turnTyped(board, s) {
    var order = fields(board, s), first = s.values[order[0]];
    if (order.length > 2 || (!text(s, order[0]) && !text(s, order[1]))) return false;
    s.values[order[0]] = s.values[order[1]];
    s.values[order[1]] = first;
    if (s.winnerChosen && s.winner) D.entry.setWinner(board, s, B.otherSide(s.slot, s.winner));
    onInput(board, s, order[0]);
    return true;
  }
  function pressKey(board, s, pressed) {
    var order = fields(board, s), index = order.indexOf(s.focus);
    if (pressed === "h") { D.entry.focusOn(s, "hands"); return true; }
    if (pressed !== " ") return false;
    if (index < order.length - 1) D.entry.focusOn(s, order[index + 1]);
    return true;
  }
  function nextField(board, s, field) {
    var order = fields(board, s), index = order.indexOf(field);
    return index < 0 ? "" : order[index + 1] || "";
  }
  function missing(board, s) {
    return text(s, "hands") || fields(board, s).every((field) => text(s, field)) ? null
      : { code: "totals_missing", values: {} };
  }
  function preview(board, s) {
    var numbers = totals(board, s), letters = B.letters(s.slot);
    if (!s.winner || !numbers) return "";
    var high = numbers[letters.indexOf(s.winner)], beaten = letters.filter((letter) => letter !== s.winner);
    var low = numbers[letters.indexOf(beaten[0])];
    if (beaten.length > 1 || s.slot.partners) {
      return B.fill(board.words.several, {
        winner: B.sideName(s.slot, s.winner), high,
        others: beaten.map((letter) => B.sideName(s.slot, letter) + " " + numbers[letters.indexOf(letter)]).join(", "),
      });
    }
    return B.fill(board.words.beats, {
      winner: B.sideName(s.slot, s.winner), loser: B.sideName(s.slot, beaten[0]), high, low,
      value: (high > low ? "+" : high < low ? "\u2212" : "") + Math.abs(high - low),
    });
  }
  function isLineEmpty(hands, caret) { // Enter then sends the sheet; caret: null means the end
    var start = hands.lastIndexOf("\n", (caret === null || caret === undefined ? hands.length : caret) - 1) + 1;
    return Boolean(hands.trim()) && !hands.slice(start).trim();
  }

  D.games.gin = {
    openingKeys: " h", fields, lockedField: () => "", turnTyped, pressKey,
    missing, preview, onInput, isLineEmpty, nextField,
    onWinner: (board, s) => { s.winnerChosen = Boolean(s.winner); },
    pressSide: (board, s, side) => { D.entry.setWinner(board, s, side); },
    fieldFor: (board, s, name) => name === "winner" ? fields(board, s)[0] : name,
  };
})();

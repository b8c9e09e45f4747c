// Gin at the desk: the final totals as they stand on the sheet, the highest wins unless a letter says who did; H opens
// the sheet hand by hand (sheet.js shows it worked out). What a result of a game is made of, for entry.js.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;

  function box(letter) { return "total_" + letter; }
  function fields(board, s) { return B.letters(s.slot).map(box); }
  function text(s, field) { return (s.values[field] || "").trim(); }
  function whole(s, field) { return /^-?\d+$/.test(text(s, field)) ? Number(text(s, field)) : null; }
  function totals(board, s) { // by side, or null while one is missing or is none
    var found = fields(board, s).map(function (field) { return whole(s, field); });
    return found.includes(null) ? null : found;
  }
  function highest(board, s) {
    var found = totals(board, s), best = found && Math.max.apply(null, found);
    return found && found.indexOf(best) === found.lastIndexOf(best) ? B.letters(s.slot)[found.indexOf(best)] : "";
  }
  function typed(board, s, field) { if (!s.named && (!field || fields(board, s).includes(field))) s.winner = highest(board, s); }
  function turn(board, s) {
    var order = fields(board, s), kept = s.values[order[0]];
    if (order.length > 2 || (!text(s, order[0]) && !text(s, order[1]))) return false;
    s.values[order[0]] = s.values[order[1]];
    s.values[order[1]] = kept;
    if (s.named && s.winner) D.entry.setWinner(board, s, B.other(s.slot, s.winner));
    typed(board, s, order[0]);
    return true;
  }
  function key(board, s, pressed) {
    var order = fields(board, s), at = order.indexOf(s.focus);
    if (pressed === "h") { D.entry.go(s, "hands"); return true; }
    if (pressed !== " ") return false;
    if (at < order.length - 1) D.entry.go(s, order[at + 1]);
    return true;
  }
  function after(board, s, field) {
    var order = fields(board, s), at = order.indexOf(field);
    return at < 0 ? "" : order[at + 1] || "";
  }
  function missing(board, s) {
    return text(s, "hands") || fields(board, s).every(function (field) { return text(s, field); }) ? null : { code: "totals_missing", values: {} };
  }
  function preview(board, s) {
    var found = totals(board, s), letters = B.letters(s.slot);
    if (!s.winner || !found) return "";
    var high = found[letters.indexOf(s.winner)], beaten = letters.filter(function (one) { return one !== s.winner; });
    var low = found[letters.indexOf(beaten[0])];
    if (beaten.length > 1 || s.slot.partners) {
      return B.fill(board.words.several, {
        winner: B.nameOf(s.slot, s.winner), high: high,
        others: beaten.map(function (one) { return B.nameOf(s.slot, one) + " " + found[letters.indexOf(one)]; }).join(", "),
      });
    }
    return B.fill(board.words.beats, {
      winner: B.nameOf(s.slot, s.winner), loser: B.nameOf(s.slot, beaten[0]), high: high, low: low,
      value: (high > low ? "+" : high < low ? "\u2212" : "") + Math.abs(high - low),
    });
  }
  function lineIsEmpty(written, caret) { // whether Enter would send the sheet; caret: null at its end
    var start = written.lastIndexOf("\n", (caret === null || caret === undefined ? written.length : caret) - 1) + 1;
    return Boolean(written.trim()) && !written.slice(start).trim();
  }

  D.games.gin = {
    opens: " h", fields: fields, locked: function () { return ""; }, turn: turn, key: key, missing: missing,
    preview: preview, typed: typed, lineIsEmpty: lineIsEmpty, after: after,
    won: function (board, s) { s.named = Boolean(s.winner); },
    letter: function (board, s, side) { D.entry.setWinner(board, s, side); },
    field: function (board, s, name) { return name === "winner" ? fields(board, s)[0] : name; },
  };
})();

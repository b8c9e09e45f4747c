// Gin at the desk: both final totals as they stand on the sheet, the higher wins unless A or B says who did; H opens
// the sheet hand by hand (sheet.js shows it worked out). What a result of a game is made of, for entry.js.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;
  var FIELDS = ["total_A", "total_B"];

  function text(s, field) { return (s.values[field] || "").trim(); }
  function whole(s, field) { return /^-?\d+$/.test(text(s, field)) ? Number(text(s, field)) : null; }
  function higher(s) {
    var one = whole(s, "total_A"), two = whole(s, "total_B");
    return one === null || two === null || one === two ? "" : one > two ? "A" : "B";
  }
  function typed(board, s, field) { if (!s.named && (!field || FIELDS.includes(field))) s.winner = higher(s); }
  function turn(board, s) {
    if (!text(s, "total_A") && !text(s, "total_B")) return false;
    var kept = s.values.total_A;
    s.values.total_A = s.values.total_B;
    s.values.total_B = kept;
    if (s.named && s.winner) D.entry.setWinner(board, s, B.other(s.slot, s.winner));
    typed(board, s, "total_A");
    return true;
  }
  function key(board, s, pressed) {
    if (pressed === "h") { D.entry.go(s, "hands"); return true; }
    if (pressed !== " ") return false;
    if (s.focus === "total_A") D.entry.go(s, "total_B");
    else if (s.focus !== "total_B") D.entry.go(s, "total_A");
    return true;
  }
  function missing(board, s) {
    return text(s, "hands") || (text(s, "total_A") && text(s, "total_B")) ? null : { code: "totals_missing", values: {} };
  }
  function preview(board, s) {
    var one = whole(s, "total_A"), two = whole(s, "total_B");
    if (!s.winner || one === null || two === null) return "";
    var high = s.winner === "A" ? one : two, low = s.winner === "A" ? two : one;
    return B.fill(board.words.beats, {
      winner: B.nameOf(s.slot, s.winner), loser: B.nameOf(s.slot, B.other(s.slot, s.winner)), high: high, low: low,
      value: (high > low ? "+" : high < low ? "\u2212" : "") + Math.abs(high - low),
    });
  }
  function lineIsEmpty(written, caret) { // whether Enter would send the sheet; caret: null at its end
    var start = written.lastIndexOf("\n", (caret === null || caret === undefined ? written.length : caret) - 1) + 1;
    return Boolean(written.trim()) && !written.slice(start).trim();
  }

  D.games.gin = {
    opens: " h", fields: function () { return FIELDS; }, locked: function () { return ""; }, turn: turn, key: key, missing: missing,
    preview: preview, typed: typed, lineIsEmpty: lineIsEmpty,
    after: function (board, s, field) { return field === "total_A" ? "total_B" : ""; },
    won: function (board, s) { s.named = Boolean(s.winner); },
    letter: function (board, s, side) { D.entry.setWinner(board, s, side); },
    field: function (board, s, name) { return name === "winner" ? "total_A" : name; },
  };
})();

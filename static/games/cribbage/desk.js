// Cribbage at the desk: who has won, then the loser’s points (and the winner’s, where they are written as pegged). At a
// table of more than two sides those of each of the others, in the order of the seats: 7 B 88 Space 64 Enter.
// What a result of a game is made of, for entry.js. Those that are given a draft of the state may change it.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;

  function losers(s) { return B.letters(s.slot).filter(function (letter) { return letter !== s.winner; }); }
  function fields(board, s) { // the boxes to fill, in the order in which they are typed
    if (!B.several(s.slot)) return board.as_pegged ? ["loser", "winner_points"] : ["loser"];
    var order = losers(s).map(function (letter) { return "pegged_" + letter; });
    return board.as_pegged && s.winner ? order.concat("pegged_" + s.winner) : order;
  }
  function locked(board, s) { // what the winner has follows, where the day counts exactly to the target
    return B.several(s.slot) && !board.as_pegged && s.winner ? "pegged_" + s.winner : "";
  }
  function next(board, s, field) {
    var order = fields(board, s), at = order.indexOf(field);
    return order.slice(at + 1).concat(order.slice(0, at)).find(function (one) { return !s.values[one]; }) || "";
  }
  function after(board, s, field) {
    if (B.several(s.slot)) return next(board, s, field);
    return field === "loser" && board.as_pegged && !s.values.winner_points ? "winner_points" : "";
  }
  function won(board, s) { // somebody was said to have won
    var own = locked(board, s);
    if (own) s.values[own] = "";
  }
  function letter(board, s, side) {
    D.entry.setWinner(board, s, side);
    if (B.several(s.slot)) D.entry.go(s, next(board, s, "") || fields(board, s)[0]);
  }
  function turn(board, s) {
    if (B.several(s.slot)) D.entry.say(board, s, "warning", "who_of_several", { sides: B.listed(s.slot) });
    else if (s.winner) D.entry.setWinner(board, s, B.other(s.slot, s.winner));
    return B.several(s.slot) || Boolean(s.winner);
  }
  function key(board, s, pressed) {
    if (pressed !== " " || !B.several(s.slot)) return false;
    var box = next(board, s, s.focus);
    if (box) D.entry.go(s, box);
    return true;
  }
  function missing(board, s) {
    if (s.winner) return null;
    if (B.several(s.slot)) return { code: "who_of_several", values: { sides: B.listed(s.slot) } };
    return { code: "who_won", values: { a: B.nameOf(s.slot, "A"), b: B.nameOf(s.slot, "B") } };
  }

  // The sentence in which it will be read back

  function level(board, low) {
    var found = 0;
    board.skunks.forEach(function (one, at) { if (one.under === null || low < one.under) found = at; });
    return found;
  }
  function skunk(board, lows) {
    if (lows.length > 1 && board.several === "none") return board.skunks[0];
    var levels = lows.map(function (low) { return level(board, low); });
    return board.skunks[Math[board.several === "any" ? "max" : "min"].apply(null, levels)];
  }
  function points(text) { return /^\d+$/.test((text || "").trim()) ? Number(text) : NaN; }
  function told(board, s, beaten, high) {
    var note = skunk(board, beaten.map(function (one) { return one.points; }));
    var extra = [note.name, note.worth].filter(Boolean).join(", "), plain = beaten.length === 1 && !s.slot.partners;
    var written = function (one) { return board.left ? board.target - one.points : one.points; };
    var names = beaten.map(function (one) { return B.nameOf(s.slot, one.letter) + " " + written(one); });
    return B.fill(board.words[(plain ? "beats" : "several") + (board.left ? "_left" : "")], {
      winner: B.nameOf(s.slot, s.winner), high: high, low: written(beaten[0]), others: names.join(", "),
      loser: B.nameOf(s.slot, beaten[0].letter),
    }) + (extra ? " · " + extra : "");
  }
  function preview(board, s) {
    if (!s.winner) return "";
    var many = B.several(s.slot), own = s.values[many ? "pegged_" + s.winner : "winner_points"] || "";
    var beaten = losers(s).map(function (one) {
      var typed = points(s.values[many ? "pegged_" + one : "loser"]);
      return { letter: one, points: board.left ? board.target - typed : typed };
    });
    if (beaten.some(function (one) { return !(one.points < board.target); })) return "";
    return told(board, s, beaten, board.as_pegged ? own.trim() || "…" : board.target);
  }

  D.games.cribbage = {
    opens: "", fields: fields, locked: locked, after: after, won: won, letter: letter, turn: turn, key: key, missing: missing,
    preview: preview, typed: function () {},
    field: function (board, s, name) { return name === "winner" ? fields(board, s)[0] : name; },
  };
})();

// Cribbage at the desk: the fields and keys of a result, for entry.js. The user types the winner, then the loser’s points
// (and the winner’s, if they are written as pegged). With more than two sides, the points of each loser in the order of the
// seats: 7 B 88 Space 64 Enter. The functions may change the draft of the state that they are given.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;

  function losers(s) { return B.letters(s.slot).filter((letter) => letter !== s.winner); }
  function fields(board, s) { // in the order in which they are typed
    if (!B.hasSeveralSides(s.slot)) return board.as_pegged ? ["loser", "winner_points"] : ["loser"];
    var order = losers(s).map((letter) => "pegged_" + letter);
    return board.as_pegged && s.winner ? order.concat("pegged_" + s.winner) : order;
  }
  function lockedField(board, s) { // the winner has exactly the target, unless points are written as pegged
    return B.hasSeveralSides(s.slot) && !board.as_pegged && s.winner ? "pegged_" + s.winner : "";
  }
  function nextEmpty(board, s, field) {
    var order = fields(board, s), index = order.indexOf(field);
    return order.slice(index + 1).concat(order.slice(0, index)).find((name) => !s.values[name]) || "";
  }
  function nextField(board, s, field) {
    if (B.hasSeveralSides(s.slot)) return nextEmpty(board, s, field);
    return field === "loser" && board.as_pegged && !s.values.winner_points ? "winner_points" : "";
  }
  function onWinner(board, s) { // the winner has changed
    var field = lockedField(board, s);
    if (field) s.values[field] = "";
  }
  function pressSide(board, s, side) {
    D.entry.setWinner(board, s, side);
    if (B.hasSeveralSides(s.slot)) D.entry.focusOn(s, nextEmpty(board, s, "") || fields(board, s)[0]);
  }
  function turnTyped(board, s) {
    if (B.hasSeveralSides(s.slot)) D.entry.showMessage(board, s, "warning", "who_of_several", { sides: B.listSides(s.slot) });
    else if (s.winner) D.entry.setWinner(board, s, B.otherSide(s.slot, s.winner));
    return B.hasSeveralSides(s.slot) || Boolean(s.winner);
  }
  function pressKey(board, s, pressed) {
    if (pressed !== " " || !B.hasSeveralSides(s.slot)) return false;
    var field = nextEmpty(board, s, s.focus);
    if (field) D.entry.focusOn(s, field);
    return true;
  }
  function missing(board, s) {
    if (s.winner) return null;
    if (B.hasSeveralSides(s.slot)) return { code: "who_of_several", values: { sides: B.listSides(s.slot) } };
    return { code: "who_won", values: { a: B.sideName(s.slot, "A"), b: B.sideName(s.slot, "B") } };
  }

  // The preview of the result as a sentence

  function skunkLevel(board, low) {
    var level = 0;
    board.skunks.forEach((skunk, index) => { if (skunk.under === null || low < skunk.under) level = index; });
    return level;
  }
  function skunkFor(board, lows) {
    if (lows.length > 1 && board.several === "none") return board.skunks[0];
    var levels = lows.map((low) => skunkLevel(board, low));
    return board.skunks[Math[board.several === "any" ? "max" : "min"].apply(null, levels)];
  }
  function points(text) { return /^\d+$/.test((text || "").trim()) ? Number(text) : NaN; }
  function sentence(board, s, beaten, high) {
    var level = skunkFor(board, beaten.map((loser) => loser.points));
    var extra = [level.name, level.worth].filter(Boolean).join(", "), plain = beaten.length === 1 && !s.slot.partners;
    var shownPoints = (loser) => board.left ? board.target - loser.points : loser.points;
    var names = beaten.map((loser) => B.sideName(s.slot, loser.letter) + " " + shownPoints(loser));
    return B.fill(board.words[(plain ? "beats" : "several") + (board.left ? "_left" : "")], {
      winner: B.sideName(s.slot, s.winner), high, low: shownPoints(beaten[0]), others: names.join(", "),
      loser: B.sideName(s.slot, beaten[0].letter),
    }) + (extra ? " · " + extra : "");
  }
  function preview(board, s) {
    if (!s.winner) return "";
    var many = B.hasSeveralSides(s.slot), winnerPoints = s.values[many ? "pegged_" + s.winner : "winner_points"] || "";
    var beaten = losers(s).map((letter) => {
      var typed = points(s.values[many ? "pegged_" + letter : "loser"]);
      return { letter, points: board.left ? board.target - typed : typed };
    });
    if (beaten.some((loser) => !(loser.points < board.target))) return "";
    return sentence(board, s, beaten, board.as_pegged ? winnerPoints.trim() || "…" : board.target);
  }

  D.games.cribbage = {
    openingKeys: "", fields, lockedField, nextField, onWinner, pressSide,
    turnTyped, pressKey, missing, preview, onInput: () => {},
    fieldFor: (board, s, name) => name === "winner" ? fields(board, s)[0] : name,
  };
})();

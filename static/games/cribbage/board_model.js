// The state of the pegging board: the taps, the positions of the pegs and the winner (rules.md §1, §2.4).
// Only the taps are stored, [[side, points], …]; everything else is computed from them and from the rules of `here`.
// A tap is one event: all points of one card played, of one hand, or of one crib.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var NO_SINGLE_FROM = 116, MAX_POINTS = 29, IMPOSSIBLE = [19, 25, 26, 27]; // points that no hand and no card can have
  var eventPoints = [];
  for (var points = 1; points <= MAX_POINTS; points++) if (IMPOSSIBLE.indexOf(points) < 0) eventPoints.push(points);

  // Moves a peg by `points`: [its new position, why it does not move or ""].
  function movePeg(from, points, rules) {
    if (from >= rules.target) return [from, "over"];
    if (rules.from_116 && points === 1 && from >= NO_SINGLE_FROM) return [from, "from_116"];
    return [rules.pegging === "as_pegged" ? from + points : Math.min(from + points, rules.target), ""];
  }
  // For each side {front, back, last}: the positions of its two pegs, and the points of its last tap (0: no tap).
  function pegs(taps, sides, rules) {
    var positions = [];
    for (var side = 0; side < sides; side++) positions.push({ front: 0, back: 0, last: 0 });
    taps.forEach((tap) => {
      var position = positions[tap[0]], move = movePeg(position.front, tap[1], rules);
      if (move[1]) return;
      positions[tap[0]] = { front: move[0], back: position.front, last: tap[1] };
    });
    return positions;
  }
  function winner(positions, rules) {
    for (var side = 0; side < positions.length; side++) if (positions[side].front >= rules.target) return side;
    return null;
  }

  C.pegging = {
    // All points that one event can have, and the frequent ones, which have a key on the main screen.
    eventPoints,
    frequentPoints: [1, 2, 3, 4, 5, 6, 8, 10, 12],
    pegs,
    // Adds a tap: {taps, refused: ""}, or the same taps and the reason: "over", "from_116", "never" (impossible points).
    tap: (taps, sides, rules, side, points) => {
      var positions = pegs(taps, sides, rules);
      var refused = eventPoints.indexOf(points) < 0 ? "never" : winner(positions, rules) !== null ? "over"
        : movePeg(positions[side].front, points, rules)[1];
      return { taps: refused ? taps : taps.concat([[side, points]]), refused };
    },
    // Removes the last tap of a side. Sides do not depend on each other: later taps of other sides stay.
    undo: (taps, side) => {
      for (var index = taps.length - 1; index >= 0; index--) {
        if (taps[index][0] === side) return taps.slice(0, index).concat(taps.slice(index + 1));
      }
      return taps;
    },
    // Whether a single point does not count for a peg at this position.
    losesSingle: (from, rules) => movePeg(from, 1, rules)[1] === "from_116",
    // {winner, points} when a side has reached the target, otherwise null.
    result: (taps, sides, rules) => {
      var positions = pegs(taps, sides, rules), side = winner(positions, rules);
      if (side === null) return null;
      return { winner: side, points: positions.map((position) => rules.pegging === "left" ? Math.max(0, rules.target - position.front) : position.front) };
    },
  };
})();

// A pegging board without its picture: what was tapped, where the pegs stand, and who has won (rules.md §1, §2.4).
// What is kept are the taps, [[side, points], …]; everything else follows from them and from the rules of `here`.
// A tap is one event: everything that one card brought, one whole hand, one crib.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var NO_SINGLE_FROM = 116, BEST = 29, NEVER = [19, 25, 26, 27]; // totals that no hand has, and no card either
  var all = [];
  for (var points = 1; points <= BEST; points++) if (NEVER.indexOf(points) < 0) all.push(points);

  // A peg that takes `points`: [where it comes to stand, why it does not].
  function peg(at, points, rules) {
    if (at >= rules.target) return [at, "over"];
    if (rules.from_116 && points === 1 && at >= NO_SINGLE_FROM) return [at, "from_116"];
    return [rules.pegging === "as_pegged" ? at + points : Math.min(at + points, rules.target), ""];
  }
  // Side by side {front, back, last}: the two pegs, and the points of the last tap (0: none).
  function pegs(taps, sides, rules) {
    var found = [];
    for (var side = 0; side < sides; side++) found.push({ front: 0, back: 0, last: 0 });
    taps.forEach(function (tap) {
      var own = found[tap[0]], to = peg(own.front, tap[1], rules);
      if (to[1]) return;
      found[tap[0]] = { front: to[0], back: own.front, last: tap[1] };
    });
    return found;
  }
  function winner(stand, rules) {
    for (var side = 0; side < stand.length; side++) if (stand[side].front >= rules.target) return side;
    return null;
  }

  C.pegging = {
    // What one event can be worth; and what is worth so much so often that it has a key of its own.
    all: all,
    often: [1, 2, 3, 4, 5, 6, 8, 10, 12],
    pegs: pegs,
    // {taps, refused}: the taps with one more, or the same ones and why: "over", "from_116", "never".
    tap: function (taps, sides, rules, side, points) {
      var stand = pegs(taps, sides, rules);
      var no = all.indexOf(points) < 0 ? "never" : winner(stand, rules) !== null ? "over" : peg(stand[side].front, points, rules)[1];
      return { taps: no ? taps : taps.concat([[side, points]]), refused: no };
    },
    // Without the last tap of a side. Sides do not depend on each other: what others have tapped since stays.
    undo: function (taps, side) {
      for (var at = taps.length - 1; at >= 0; at--) {
        if (taps[at][0] === side) return taps.slice(0, at).concat(taps.slice(at + 1));
      }
      return taps;
    },
    // Whether a single point no longer counts for a peg that stands there.
    noSingle: function (at, rules) { return peg(at, 1, rules)[1] === "from_116"; },
    // {winner, points} once somebody stands at the target; before that null.
    result: function (taps, sides, rules) {
      var stand = pegs(taps, sides, rules), found = winner(stand, rules);
      if (found === null) return null;
      return { winner: found, points: stand.map(function (own) {
        return rules.pegging === "left" ? Math.max(0, rules.target - own.front) : own.front;
      }) };
    },
  };
})();

// Euchre on the tablet: the points of each side, then its lone hands (rules.md §15); `draft.points` has them in this order.
// Messages are codes for C.text (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};
  var SIDES = 2, LONER = 4;

  function parseNumber(text) { return /^\d+$/.test(text) ? Number(text) : null; }
  // Two numbers of the draft, or null while one is missing.
  function readPair(draft, from) {
    var points = draft.points.slice(from, from + SIDES).map(parseNumber);
    return points.indexOf(null) < 0 ? points : null;
  }
  // Why the points are impossible, or null. Until the lone hands are entered, any hand may be one.
  function findError(draft, rules) {
    var points = readPair(draft, 0), loners = readPair(draft, SIDES), target = rules.target;
    var lonerCount = loners ? loners[0] + loners[1] : 0, least = rules.hands + (LONER - 1) * lonerCount;
    var most = loners ? rules.best_hand * (rules.most_hands - lonerCount) + LONER * lonerCount : LONER * rules.most_hands;
    var sum = points[0] + points[1], best = Math.max.apply(null, points);
    if (target ? best < target || sum - best >= target : sum < least || sum > most) {
      return target ? { code: "euchre_not_over", values: { target } }
        : { code: "euchre_hands", values: { hands: rules.hands, least, most } };
    }
    return sum === 2 * best && !rules.ties_allowed ? { code: "euchre_goes_on" } : null;
  }

  C.games.euchre = {
    digits: 2,
    perSide: 2, // points, lone hands
    asksWinner: false,
    order: () => [0, 1, 2, 3],
    // The winner by the entered points; null while one is missing, and for a tie.
    winner: (draft) => {
      var points = readPair(draft, 0);
      return points && points[0] !== points[1] ? Number(points[1] > points[0]) : null;
    },
    question: (rules, index) => index < SIDES ? "euchre_what_points" : "euchre_what_loners",
    hint: (won, rules, index) => ({ code: index < SIDES ? "euchre_hint_points" : "euchre_hint_loners" }),
    // Why the number is impossible, or null.
    error: (won, text, rules, draft, index) => {
      var least = LONER * parseNumber(text);
      return index < SIDES || least <= Number(draft.points[index - SIDES]) ? null
        : { code: "euchre_few_points", values: { loners: text, least } };
    },
    isComplete: function (won, text, rules, draft, index) {
      if (parseNumber(text) === null || this.error(won, text, rules, draft, index)) return false;
      return index % SIDES === 0 || !findError(draft, rules);
    },
    consequence: (draft, rules) => {
      var points = readPair(draft, 0), error = points && findError(draft, rules);
      if (!points || error) return error;
      return points[0] === points[1] ? { code: "euchre_level" }
        : { code: "euchre_won_by", values: { points: Math.abs(points[0] - points[1]) } };
    },
    data: (draft) => ({ v: 1, points: readPair(draft, 0), loners: readPair(draft, SIDES) }),
    readBack: ["euchre_read_won", "euchre_read"],
    readValues: (draft, side) => ({ loners: draft.points[SIDES + side] }),
    worthLine: () => null,
    total: (card) => ({ code: "so_far_points", count: card.points }),
    tools: () => [],
  };
})();

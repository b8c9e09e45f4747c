// Euchre: the points of each side, then its lone hands (rules.md §15). The draft has the points by side, then the lone hands. What there is
// to say is said by codes (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};
  var SIDES = 2, LONER = 4;

  function whole(text) { return /^\d+$/.test(text) ? Number(text) : null; }
  // Two numbers of the draft, or null while one is missing.
  function both(draft, from) {
    var found = draft.points.slice(from, from + SIDES).map(whole);
    return found.indexOf(null) < 0 ? found : null;
  }
  // What is wrong with the points, or null. While the lone hands are not typed any of the hands may be one.
  function fault(draft, rules) {
    var found = both(draft, 0), lone = both(draft, SIDES), target = rules.target;
    var alone = lone ? lone[0] + lone[1] : 0, least = rules.hands + (LONER - 1) * alone;
    var most = lone ? rules.best_hand * (rules.most_hands - alone) + LONER * alone : LONER * rules.most_hands;
    var sum = found[0] + found[1], best = Math.max.apply(null, found);
    if (target ? best < target || sum - best >= target : sum < least || sum > most) {
      return target ? { code: "euchre_not_over", values: { target: target } }
        : { code: "euchre_hands", values: { hands: rules.hands, least: least, most: most } };
    }
    return sum === 2 * best && !rules.ties_allowed ? { code: "euchre_goes_on" } : null;
  }

  C.games.euchre = {
    digits: 2,
    numbers: 2, // of each side: its points, its lone hands
    asksWinner: false,
    order: function () { return [0, 1, 2, 3]; },
    // Who has won by what is typed; null while a number is missing, and where nobody has.
    winner: function (draft) {
      var found = both(draft, 0);
      return found && found[0] !== found[1] ? Number(found[1] > found[0]) : null;
    },
    ask: function (rules, at) { return at < SIDES ? "euchre_what_points" : "euchre_what_loners"; },
    hint: function (won, rules, at) { return { code: at < SIDES ? "euchre_hint_points" : "euchre_hint_loners" }; },
    // Why a number cannot be, or null.
    wrong: function (won, text, rules, draft, at) {
      var least = LONER * whole(text);
      return at < SIDES || least <= Number(draft.points[at - SIDES]) ? null
        : { code: "euchre_few_points", values: { loners: text, least: least } };
    },
    complete: function (won, text, rules, draft, at) {
      if (whole(text) === null || this.wrong(won, text, rules, draft, at)) return false;
      return at % SIDES === 0 || !fault(draft, rules);
    },
    consequence: function (draft, rules) {
      var found = both(draft, 0), wrong = found && fault(draft, rules);
      if (!found || wrong) return wrong;
      return found[0] === found[1] ? { code: "euchre_level" }
        : { code: "euchre_won_by", values: { points: Math.abs(found[0] - found[1]) } };
    },
    data: function (draft) { return { v: 1, points: both(draft, 0), loners: both(draft, SIDES) }; },
    read: ["euchre_read_won", "euchre_read"],
    readMore: function (draft, side) { return { loners: draft.points[SIDES + side] }; },
    told: function () { return null; },
    soFar: function (card) { return { code: "so_far_points", count: card.points }; },
    tools: function () { return []; },
  };
})();

// A game of gin, by the final totals of its sheet, or by its hands where they were written here. What there is to say is said
// by codes (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};

  function three(rules) { return Boolean(rules.sheet && rules.sheet.hollywood); }
  // The least total of a winner: the target, the game and one hand won; of a Hollywood sheet two games (rules.md §5, §7.2).
  function least(rules) {
    var sheet = rules.sheet;
    return sheet ? (sheet.target + sheet.game_bonus + sheet.box) * (sheet.hollywood ? 2 : 1) : 0;
  }

  // What the winner has once all have paid: of three each pays those above, the captain settles with both (rules.md §6).
  function value(draft, rules) {
    var own = draft.points[draft.winner], found = draft.points.reduce(function (sum, other) { return sum + (own - other); }, 0);
    return rules.mode === "captain" && draft.winner === 0 ? 2 * found : found;
  }

  C.games.gin = {
    digits: 4,
    asksWinner: true, // before any points
    order: function (draft) { return [draft.winner].concat(C.losers(draft)); },
    fixed: function () { return ""; },
    ask: "what_total",
    hint: function (won, rules) {
      if (!won) return { code: three(rules) ? "hint_three" : "hint_total" };
      return { code: three(rules) ? "hint_three_won" : "hint_total_won", values: { least: least(rules) } };
    },
    // Why a number cannot be, or null; `draft` has the total of the winner.
    wrong: function (won, text, rules, draft) {
      var low = won && text.length >= String(least(rules)).length && Number(text) < least(rules);
      if (low) return { code: "total_too_low", values: { least: least(rules) } };
      return !won && three(rules) && Number(text) > Number(draft.points[draft.winner]) ? { code: "higher_total_wins" } : null;
    },
    complete: function (won, text, rules, draft) {
      return text !== "" && !this.wrong(won, text, rules, draft) && (!won || Number(text) >= least(rules));
    },
    consequence: function (draft, rules) {
      var winner = draft.points[draft.winner], others = draft.points.filter(function (points, side) { return side !== draft.winner; });
      var loser = others.indexOf("") < 0 ? String(Math.max.apply(null, others.map(Number))) : "";
      if (draft.hands) return { code: "value", values: { points: value(draft, rules) } };
      if (loser === "" || winner === "" || Number(loser) < Number(winner)) return null;
      return { code: three(rules) ? "level_sheet" : "loser_has_more" };
    },
    data: function (draft, rules) {
      if (draft.hands) return Object.assign({ v: 1, hands: draft.hands }, rules.mode && rules.mode !== "two" ? { mode: rules.mode } : {});
      var totals = draft.points.map(Number), data = { v: 1, totals: totals };
      if (totals.some(function (total, side) { return side !== draft.winner && total >= totals[draft.winner]; })) data.winner = draft.winner;
      return data;
    },
    read: ["read_won_total", "read_total"],
    told: function () { return null; },
    // What ranks after the games won; a laptop of an older version does not tell it.
    soFar: function (card) { return card.value === undefined ? null : { code: "so_far_value", values: { value: { signed: card.value } } }; },
    first: { draw: "draw_deals", loser: "draw_deals", seat_a: "seat_a_deals", seat_b: "seat_b_deals" },
    tools: function () { return []; },
  };
})();

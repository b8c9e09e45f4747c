// Gin on the tablet: the final totals of a paper sheet, or the hands of the sheet kept here. Messages are codes for C.text
// (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};

  function isHollywood(rules) { return Boolean(rules.sheet && rules.sheet.hollywood); }
  // The least total of a winner: the target, the game bonus and one box; twice that on a Hollywood sheet (rules.md §5, §7.2).
  function leastTotal(rules) {
    var sheet = rules.sheet;
    return sheet ? (sheet.target + sheet.game_bonus + sheet.box) * (sheet.hollywood ? 2 : 1) : 0;
  }

  // The winner's balance after all payments: of three players each pays those above, the captain settles with both (rules.md §6).
  function value(draft, rules) {
    var own = draft.points[draft.winner], total = draft.points.reduce((sum, other) => sum + (own - other), 0);
    return rules.mode === "captain" && draft.winner === 0 ? 2 * total : total;
  }

  C.games.gin = {
    digits: 4,
    asksWinner: true, // before any points
    order: (draft) => [draft.winner].concat(C.losers(draft)),
    fixedPoints: () => "",
    question: "what_total",
    hint: (won, rules) => {
      if (!won) return { code: isHollywood(rules) ? "hint_three" : "hint_total" };
      return { code: isHollywood(rules) ? "hint_three_won" : "hint_total_won", values: { least: leastTotal(rules) } };
    },
    // Why the number is impossible, or null; `draft` has the winner's total.
    error: (won, text, rules, draft) => {
      var isLow = won && text.length >= String(leastTotal(rules)).length && Number(text) < leastTotal(rules);
      if (isLow) return { code: "total_too_low", values: { least: leastTotal(rules) } };
      return !won && isHollywood(rules) && Number(text) > Number(draft.points[draft.winner]) ? { code: "higher_total_wins" } : null;
    },
    isComplete: function (won, text, rules, draft) {
      return text !== "" && !this.error(won, text, rules, draft) && (!won || Number(text) >= leastTotal(rules));
    },
    consequence: (draft, rules) => {
      var winner = draft.points[draft.winner], others = draft.points.filter((points, side) => side !== draft.winner);
      var loser = others.indexOf("") < 0 ? String(Math.max.apply(null, others.map(Number))) : "";
      if (draft.hands) return { code: "value", values: { points: value(draft, rules) } };
      if (loser === "" || winner === "" || Number(loser) < Number(winner)) return null;
      return { code: isHollywood(rules) ? "level_sheet" : "loser_has_more" };
    },
    data: (draft, rules) => {
      if (draft.hands) return Object.assign({ v: 1, hands: draft.hands }, rules.mode && rules.mode !== "two" ? { mode: rules.mode } : {});
      var totals = draft.points.map(Number), data = { v: 1, totals };
      if (totals.some((total, side) => side !== draft.winner && total >= totals[draft.winner])) data.winner = draft.winner;
      return data;
    },
    readBack: ["read_won_total", "read_total"],
    worthLine: () => null,
    // The value that ranks after the games won; a laptop of an older version does not send it.
    total: (card) => card.value === undefined ? null : { code: "so_far_value", values: { value: { signed: card.value } } },
    firstDeal: { draw: "draw_deals", loser: "draw_deals", seat_a: "seat_a_deals", seat_b: "seat_b_deals" },
    tools: () => [],
  };
})();

// A game of gin, by the final totals of its sheet, or by its hands where they were written here.
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

  C.games.gin = {
    digits: 4,
    order: function (draft) { return [draft.winner].concat(C.losers(draft)); },
    fixed: function () { return ""; },
    ask: "what_total",
    hint: function (won, rules) {
      if (three(rules)) return won ? C.t("hint_three_won", { least: C.number(least(rules)) }) : C.t("hint_three");
      return won ? C.t("hint_total_won", { least: C.number(least(rules)) }) : C.t("hint_total");
    },
    wrong: function (won, text, rules) {
      if (won) return text.length >= String(least(rules)).length && Number(text) < least(rules) ? C.t("total_too_low", { least: C.number(least(rules)) }) : "";
      return three(rules) && Number(text) > Number(C.draft().points[C.draft().winner]) ? C.t("higher_total_wins") : "";
    },
    complete: function (won, text, rules) {
      return text !== "" && !this.wrong(won, text, rules) && (!won || Number(text) >= least(rules));
    },
    consequence: function (draft, rules) {
      var winner = draft.points[draft.winner], loser = draft.points[1 - draft.winner];
      if (draft.hands) return C.t("value", { points: C.number(winner - loser) });
      if (loser === "" || winner === "" || Number(loser) < Number(winner)) return "";
      return three(rules) ? C.t("level_sheet") : C.t("loser_has_more");
    },
    data: function (draft) {
      if (draft.hands) return { v: 1, hands: draft.hands };
      var totals = draft.points.map(Number), data = { v: 1, totals: totals };
      if (totals[draft.winner] <= totals[1 - draft.winner]) data.winner = draft.winner;
      return data;
    },
    read: ["read_won_total", "read_total"],
    told: function () { return ""; },
    // What ranks after the games won; a laptop of an older version does not tell it.
    soFar: function (card) { return card.value === undefined ? "" : C.t("so_far_value", { value: C.signed(card.value) }); },
    first: { draw: "draw_deals", loser: "draw_deals", seat_a: "seat_a_deals" },
    tools: function () { return []; },
  };
})();

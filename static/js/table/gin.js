// A game of gin, by the final totals of its sheet, or by its hands where they were written here.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};

  C.games.gin = {
    digits: 4,
    order: function (draft) { return [draft.winner].concat(C.losers(draft)); },
    fixed: function () { return ""; },
    ask: "what_total",
    hint: function () { return C.t("hint_total"); },
    wrong: function () { return ""; },
    complete: function (won, text) { return text !== ""; },
    consequence: function (draft) {
      var winner = draft.points[draft.winner], loser = draft.points[1 - draft.winner];
      if (draft.hands) return C.t("value", { points: C.number(winner - loser) });
      return loser === "" || winner === "" || Number(loser) < Number(winner) ? "" : C.t("loser_has_more");
    },
    data: function (draft) {
      if (draft.hands) return { v: 1, hands: draft.hands };
      var totals = draft.points.map(Number), data = { v: 1, totals: totals };
      if (totals[draft.winner] <= totals[1 - draft.winner]) data.winner = draft.winner;
      return data;
    },
    read: ["read_won_total", "read_total"],
    told: function () { return ""; },
    first: { draw: "draw_deals", loser: "draw_deals", seat_a: "seat_a_deals" },
    tools: function () { return []; },
  };
})();

// A game of gin, by the final totals of its sheet.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};

  C.games.gin = {
    digits: 4,
    steps: function () { return ["winner", "high", "loser"]; },
    start: function () { return { high: "" }; },
    ask: { loser: "what_total", high: "what_total" },
    hint: function () { return C.t("hint_total"); },
    wrong: function () { return ""; },
    complete: function (step, text) { return text !== ""; },
    consequence: function (draft) {
      if (draft.loser === "" || Number(draft.loser) < Number(draft.high)) return "";
      return C.t("loser_has_more");
    },
    data: function (draft) {
      var totals = [], data = { v: 1, totals: totals };
      totals[draft.winner] = Number(draft.high);
      totals[1 - draft.winner] = Number(draft.loser);
      if (totals[draft.winner] <= totals[1 - draft.winner]) data.winner = draft.winner;
      return data;
    },
    read: ["read_won_total", "read_total"],
    told: function () { return ""; },
    first: { draw: "draw_deals", loser: "draw_deals", seat_a: "seat_a_deals" },
  };
})();

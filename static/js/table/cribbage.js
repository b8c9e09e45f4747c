// A game of cribbage, asked step by step: who won, what the loser pegged, and the winner where it is written as pegged.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};

  function level(low, rules) {
    return rules.skunks.reduce(function (found, skunk) {
      return low < skunk.under ? skunk : found;
    }, { level: 0, worth: rules.win });
  }
  function worth(low, rules) { // «Skunk: 3 match points», or the word alone; nothing for a win without a value
    var found = level(low, rules);
    if (found.worth === null || found.worth === undefined) return found.level ? C.t("skunk_" + found.level) + "." : "";
    return C.tn("worth", found.worth, { word: C.t("skunk_" + found.level) });
  }

  C.games.cribbage = {
    digits: 3,
    steps: function (rules) { return rules.pegging === "exact" ? ["winner", "loser"] : ["winner", "loser", "high"]; },
    start: function (rules) { return rules.pegging === "exact" ? { high: String(rules.target) } : { high: "" }; },
    ask: { loser: "how_many_pegged", high: "how_many_pegged" },
    hint: function (step, rules) {
      if (step === "loser") return C.t("hint_loser", { target: rules.target });
      return C.t("hint_high", { target: rules.target, most: rules.most });
    },
    // Why a number cannot be, or nothing.
    wrong: function (step, text, rules) {
      var number = Number(text);
      if (step === "loser" && number >= rules.target) return C.t("loser_too_high", { target: rules.target });
      if (step === "high" && text.length >= String(rules.target).length && number < rules.target) return C.t("winner_too_low", { target: rules.target });
      if (step === "high" && number > rules.most) return C.t("winner_too_high", { most: rules.most });
      return "";
    },
    complete: function (step, text, rules) {
      return text !== "" && !this.wrong(step, text, rules) && (step === "loser" || Number(text) >= rules.target);
    },
    consequence: function (draft, rules) { return draft.loser === "" ? "" : worth(Number(draft.loser), rules); },
    data: function (draft) {
      var pegged = [];
      pegged[draft.winner] = Number(draft.high);
      pegged[1 - draft.winner] = Number(draft.loser);
      return { v: 1, pegged: pegged };
    },
    read: ["read_won_with", "read_pegged"],
    told: function (result, rules) {
      if (result.winner === null) return "";
      return worth(result.pegged[1 - result.winner], rules);
    },
    first: { cut: "cut_deals", loser: "cut_deals", seat_a: "seat_a_deals" },
  };
})();

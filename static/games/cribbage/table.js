// A game of cribbage, asked step by step: who won, what each loser pegged, and the winner where it is written as pegged.
// What there is to say is said by codes (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};

  // The skunk that all losers share, or by the rule that of the one furthest behind, or none with several losers.
  function level(losers, rules) {
    var several = rules.several_losers;
    if (several === "none" && losers.length > 1) return { level: 0, worth: rules.win };
    var one = Math[several === "any" ? "min" : "max"].apply(null, losers);
    return rules.skunks.reduce(function (found, skunk) {
      return one < skunk.under ? skunk : found;
    }, { level: 0, worth: rules.win });
  }
  function worth(losers, rules) { // «Skunk, fewer than 91 points: 3 match points», or the words alone; nothing for a win without a value
    var found = level(losers, rules), word = { code: "skunk_is_" + found.level, values: found };
    if (found.worth != null) return { code: "worth", count: found.worth, values: { word: word } };
    return found.level ? Object.assign(word, { end: "." }) : null;
  }
  function losersOf(result, points) {
    return C.losers({ names: points, winner: result.winner }).map(function (side) { return points[side]; });
  }
  function isLeft(rules) { return Boolean(rules) && rules.pegging === "left"; }
  // What was written down, as points pegged.
  function pegged(points, rules) {
    return points.map(function (one) { return one === "" || !isLeft(rules) ? one : rules.target - Number(one); });
  }

  C.games.cribbage = {
    digits: 3,
    asksWinner: true, // before any points
    // Whose points are asked, one after the other.
    order: function (draft, rules) { return C.losers(draft).concat(this.fixed(rules) ? [] : [draft.winner]); },
    // What a winner always has, as text, or nothing.
    fixed: function (rules) { return isLeft(rules) ? "0" : rules.pegging === "exact" ? String(rules.target) : ""; },
    ask: function (rules) { return isLeft(rules) ? "how_many_left" : "how_many_pegged"; },
    hint: function (won, rules) {
      if (isLeft(rules)) return { code: "hint_left", values: { target: rules.target } };
      if (won && rules.pegging === "timed") return { code: "hint_timed", values: { most: rules.most } };
      return won ? { code: "hint_high", values: { target: rules.target, most: rules.most } } : { code: "hint_loser", values: { target: rules.target } };
    },
    // Why a number cannot be, or null.
    wrong: function (won, text, rules) {
      var number = Number(text), timed = rules.pegging === "timed";
      if (isLeft(rules)) {
        if (text !== "" && number === 0) return { code: "left_nothing" };
        return number > rules.target ? { code: "left_too_many", values: { target: rules.target } } : null;
      }
      if (!won && number >= rules.target) return { code: "loser_too_high", values: { target: rules.target } };
      if (won && !timed && text.length >= String(rules.target).length && number < rules.target) return { code: "winner_too_low", values: { target: rules.target } };
      return won && number > rules.most ? { code: "winner_too_high", values: { most: rules.most } } : null;
    },
    complete: function (won, text, rules, draft) {
      if (text === "" || this.wrong(won, text, rules)) return false;
      if (won && rules.pegging === "timed") return Number(text) > Math.max.apply(null, losersOf(draft, draft.points).map(Number));
      return !won || Number(text) >= rules.target;
    },
    consequence: function (draft, rules) {
      var losers = losersOf(draft, pegged(draft.points, rules));
      return losers.indexOf("") < 0 ? worth(losers.map(Number), rules) : null;
    },
    // The level of a game's skunk, and its match points: {level, worth}.
    worthOf: function (shown, rules) { return level(losersOf(shown, pegged(C.pointsOf(shown), rules)).map(Number), rules); },
    // The points of a result that the desk tells, as they are written here.
    written: function (points, rules) { return pegged(points, rules); },
    data: function (draft, rules) {
      var points = draft.points.map(Number);
      if (isLeft(rules)) return { v: 2, left: points };
      return { v: rules && rules.pegging === "timed" ? 2 : 1, pegged: points };
    },
    read: function (rules) { return isLeft(rules) ? ["read_won_left", "read_left"] : ["read_won_with", "read_pegged"]; },
    told: function (result, rules) {
      return result.winner === null ? null : worth(losersOf(result, result.pegged), rules);
    },
    soFar: function (card, rules) {
      return isLeft(rules) ? { code: "so_far_left", count: card.games * rules.target - card.points }
        : { code: "so_far_points", count: card.points };
    },
    first: { cut: "cut_deals", loser: "cut_deals", seat_a: "seat_a_deals" },
    // What helps while the game is on: buttons beside «we are done».
    tools: function () { return []; },
  };
})();

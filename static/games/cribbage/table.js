// Cribbage on the tablet, step by step: the winner, the points pegged by each loser, and the winner's where the rules ask for them.
// Messages are codes for C.text (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};

  // The skunk that all losers share; by other rules that of the loser furthest behind, or none with several losers.
  function skunkLevel(losers, rules) {
    var several = rules.several_losers;
    if (several === "none" && losers.length > 1) return { level: 0, worth: rules.win };
    var points = Math[several === "any" ? "min" : "max"].apply(null, losers);
    return rules.skunks.reduce((reached, skunk) => points < skunk.under ? skunk : reached, { level: 0, worth: rules.win });
  }
  function worthMessage(losers, rules) { // «Skunk, fewer than 91 points: 3 match points», or the skunk alone; null for a win without a value
    var skunk = skunkLevel(losers, rules), word = { code: "skunk_is_" + skunk.level, values: skunk };
    if (skunk.worth != null) return { code: "worth", count: skunk.worth, values: { word } };
    return skunk.level ? Object.assign(word, { end: "." }) : null;
  }
  function losersOf(result, points) {
    return C.losers({ names: points, winner: result.winner }).map((side) => points[side]);
  }
  function isLeft(rules) { return Boolean(rules) && rules.pegging === "left"; }
  // The entered points as points pegged.
  function toPegged(points, rules) {
    return points.map((value) => value === "" || !isLeft(rules) ? value : rules.target - Number(value));
  }

  C.games.cribbage = {
    digits: 3,
    asksWinner: true, // before any points
    // The sides whose points are asked, in this order.
    order: function (draft, rules) { return C.losers(draft).concat(this.fixedPoints(rules) ? [] : [draft.winner]); },
    // The points that every winner has, as text, or "".
    fixedPoints: (rules) => isLeft(rules) ? "0" : rules.pegging === "exact" ? String(rules.target) : "",
    question: (rules) => isLeft(rules) ? "how_many_left" : "how_many_pegged",
    hint: (won, rules) => {
      if (isLeft(rules)) return { code: "hint_left", values: { target: rules.target } };
      if (won && rules.pegging === "timed") return { code: "hint_timed", values: { most: rules.most } };
      return won ? { code: "hint_high", values: { target: rules.target, most: rules.most } } : { code: "hint_loser", values: { target: rules.target } };
    },
    // Why the number is impossible, or null.
    error: (won, text, rules) => {
      var number = Number(text), timed = rules.pegging === "timed";
      if (isLeft(rules)) {
        if (text !== "" && number === 0) return { code: "left_nothing" };
        return number > rules.target ? { code: "left_too_many", values: { target: rules.target } } : null;
      }
      if (!won && number >= rules.target) return { code: "loser_too_high", values: { target: rules.target } };
      if (won && !timed && text.length >= String(rules.target).length && number < rules.target) return { code: "winner_too_low", values: { target: rules.target } };
      return won && number > rules.most ? { code: "winner_too_high", values: { most: rules.most } } : null;
    },
    isComplete: function (won, text, rules, draft) {
      if (text === "" || this.error(won, text, rules)) return false;
      if (won && rules.pegging === "timed") return Number(text) > Math.max.apply(null, losersOf(draft, draft.points).map(Number));
      return !won || Number(text) >= rules.target;
    },
    consequence: (draft, rules) => {
      var losers = losersOf(draft, toPegged(draft.points, rules));
      return losers.indexOf("") < 0 ? worthMessage(losers.map(Number), rules) : null;
    },
    // The skunk of a game and its match points: {level, worth}.
    worthOf: (shown, rules) => skunkLevel(losersOf(shown, toPegged(C.pointsOf(shown), rules)).map(Number), rules),
    // The points pegged that the desk sends, in the form in which they are entered here.
    asWritten: (points, rules) => toPegged(points, rules),
    data: (draft, rules) => {
      var points = draft.points.map(Number);
      if (isLeft(rules)) return { v: 2, left: points };
      return { v: rules && rules.pegging === "timed" ? 2 : 1, pegged: points };
    },
    readBack: (rules) => isLeft(rules) ? ["read_won_left", "read_left"] : ["read_won_with", "read_pegged"],
    worthLine: (result, rules) => result.winner === null ? null : worthMessage(losersOf(result, result.pegged), rules),
    total: (card, rules) => {
      return isLeft(rules) ? { code: "so_far_left", count: card.games * rules.target - card.points }
        : { code: "so_far_points", count: card.points };
    },
    firstDeal: { cut: "cut_deals", loser: "cut_deals", seat_a: "seat_a_deals" },
    // More buttons during the game.
    tools: () => [],
  };
})();

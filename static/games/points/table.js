// A game of points: the number of each side, one after the other; the better one wins (rules.md §9). What there is to say is said
// by codes (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};
  var SIGNED = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "-", "0", "delete"];

  function whole(text) { return /^-?\d+$/.test(text) ? Number(text) : null; }
  // The numbers of the draft, or null while one is missing.
  function numbers(draft) {
    var found = draft.points.map(whole);
    return found.indexOf(null) < 0 ? found : null;
  }
  function best(found, rules) { return Math[rules.higher_wins ? "max" : "min"].apply(null, found); }
  function isLevel(found, rules) {
    return found.indexOf(best(found, rules)) !== found.lastIndexOf(best(found, rules));
  }
  function isOver(found, rules) { return !rules.target || Math.max.apply(null, found) >= rules.target; }
  function range(rules) { return { least: rules.least, most: rules.most }; }

  C.games.points = {
    digits: 4,
    asksWinner: false,
    order: function (draft) { return draft.names.map(function (name, side) { return side; }); },
    // Who has won by what is typed; null while a number is missing, and where nobody has.
    winner: function (draft, rules) {
      var found = numbers(draft);
      return found && !isLevel(found, rules) ? found.indexOf(best(found, rules)) : null;
    },
    keys: function (rules) { return rules.least < 0 ? SIGNED : null; },
    ask: "what_points",
    hint: function (won, rules) { return { code: "hint_range", values: range(rules) }; },
    // Why a number cannot be, or null; one that may still become longer is not wrong yet.
    wrong: function (won, text, rules) {
      var number = whole(text);
      if (number === null || (number <= rules.most && number >= rules.least)) return null;
      var begun = number >= 0 && number < rules.least && text.length < String(rules.least).length;
      begun = begun || (number < 0 && number > rules.most && text.length < String(rules.most).length);
      return begun ? null : { code: "out_of_range", values: range(rules) };
    },
    complete: function (won, text, rules, draft) {
      var number = whole(text), found = numbers(draft);
      if (number === null || number < rules.least || number > rules.most) return false;
      return !found || (isOver(found, rules) && (rules.ties_allowed || !isLevel(found, rules)));
    },
    consequence: function (draft, rules) {
      var found = numbers(draft);
      if (!found) return null;
      if (!isOver(found, rules)) return { code: "not_over", values: { target: rules.target } };
      if (isLevel(found, rules)) return { code: rules.ties_allowed ? "level_game" : "level_goes_on" };
      var sorted = found.slice().sort(function (one, other) { return one - other; });
      if (rules.higher_wins) sorted.reverse();
      return { code: "difference", values: { points: Math.abs(sorted[0] - sorted[1]) } };
    },
    data: function (draft) { return { v: 1, points: draft.points.map(Number) }; },
    read: ["read_won_points", "read_points"],
    told: function () { return null; },
    soFar: function (card, rules) {
      return rules.adds_up === "pegged" ? { code: "so_far_points", count: card.points }
        : { code: "so_far_spread", values: { value: { signed: card.value } } };
    },
    tools: function () { return []; },
  };
})();

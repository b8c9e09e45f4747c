// Games of points on the tablet: one number per side; the better one wins (rules.md §9). Messages are codes for C.text (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.games = C.games || {};
  var SIGNED = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "-", "0", "delete"];

  function parseNumber(text) { return /^-?\d+$/.test(text) ? Number(text) : null; }
  // The numbers of the draft, or null while one is missing.
  function readNumbers(draft) {
    var numbers = draft.points.map(parseNumber);
    return numbers.indexOf(null) < 0 ? numbers : null;
  }
  function best(numbers, rules) { return Math[rules.higher_wins ? "max" : "min"].apply(null, numbers); }
  function isLevel(numbers, rules) {
    return numbers.indexOf(best(numbers, rules)) !== numbers.lastIndexOf(best(numbers, rules));
  }
  function isOver(numbers, rules) { return !rules.target || Math.max.apply(null, numbers) >= rules.target; }
  function range(rules) { return { least: rules.least, most: rules.most }; }

  C.games.points = {
    digits: 4,
    asksWinner: false,
    order: (draft) => draft.names.map((name, side) => side),
    // The winner by the entered numbers; null while one is missing, and for a tie.
    winner: (draft, rules) => {
      var numbers = readNumbers(draft);
      return numbers && !isLevel(numbers, rules) ? numbers.indexOf(best(numbers, rules)) : null;
    },
    keys: (rules) => rules.least < 0 ? SIGNED : null,
    question: "what_points",
    hint: (won, rules) => ({ code: "hint_range", values: range(rules) }),
    // Why the number is impossible, or null. A number that may still become longer is not wrong yet.
    error: (won, text, rules) => {
      var number = parseNumber(text);
      if (number === null || (number <= rules.most && number >= rules.least)) return null;
      var isPartial = number >= 0 && number < rules.least && text.length < String(rules.least).length;
      isPartial = isPartial || (number < 0 && number > rules.most && text.length < String(rules.most).length);
      return isPartial ? null : { code: "out_of_range", values: range(rules) };
    },
    isComplete: (won, text, rules, draft) => {
      var number = parseNumber(text), numbers = readNumbers(draft);
      if (number === null || number < rules.least || number > rules.most) return false;
      return !numbers || (isOver(numbers, rules) && (rules.ties_allowed || !isLevel(numbers, rules)));
    },
    consequence: (draft, rules) => {
      var numbers = readNumbers(draft);
      if (!numbers) return null;
      if (!isOver(numbers, rules)) return { code: "not_over", values: { target: rules.target } };
      if (isLevel(numbers, rules)) return { code: rules.ties_allowed ? "level_game" : "level_goes_on" };
      var sorted = numbers.slice().sort((a, b) => a - b);
      if (rules.higher_wins) sorted.reverse();
      return { code: "difference", values: { points: Math.abs(sorted[0] - sorted[1]) } };
    },
    data: (draft) => ({ v: 1, points: draft.points.map(Number) }),
    readBack: ["read_won_points", "read_points"],
    worthLine: () => null,
    total: (card, rules) => {
      return rules.adds_up === "pegged" ? { code: "so_far_points", count: card.points }
        : { code: "so_far_spread", values: { value: { signed: card.value } } };
    },
    tools: () => [],
  };
})();

// The tables of the desk: finds a table (slot), its sides and their names, and computes what the page shows of an entry.
// Pure functions: `board` is the data of the page (slots, words, rules), `s` the state of the entry (entry.js).
// Only applyUpdate() changes its argument.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var D = C.desk = C.desk || {};
  var LETTERS = ["A", "B", "C", "D", "E", "F"], SIDE_SIGNS = { "/": "A", "*": "B" };
  var DEFAULT_SIDES = [{ letter: "A", letters: ["A"] }, { letter: "B", letters: ["B"] }];

  function fill(sentence, values) {
    return sentence.replace(/\{(\w+)\}/g, (_, key) => key in values ? values[key] : "");
  }
  function slotByNumber(board, number) {
    var wanted = number.trim().replace(/^0+(?=\d)/, "");
    return board.slots.find((slot) => String(slot.table) === wanted) || null;
  }
  function slotByMeeting(board, meeting) {
    return board.slots.find((slot) => slot.id === meeting) || null;
  }
  function sidesOf(slot) { return slot ? slot.sides : DEFAULT_SIDES; }
  function letters(slot) { return sidesOf(slot).map((side) => side.letter); }
  function hasSeveralSides(slot) { return sidesOf(slot).length > 2; }
  function otherSide(slot, letter) { // at a table of two sides
    return letters(slot).find((other) => other !== letter);
  }
  function sideByKey(slot, key) { // letter of the side: `key` is a partner’s letter, or / and * on the number pad
    var letter = SIDE_SIGNS[key] || key.toUpperCase();
    var match = slot && slot.sides.find((side) => side.letters.includes(letter));
    return match ? match.letter : "";
  }
  function sideName(slot, letter) {
    var side = slot && slot.sides.find((candidate) => candidate.letter === letter);
    return side ? side.name : letter;
  }
  function listSides(slot) {
    return slot.sides.map((side) => side.letter + " " + side.name).join(", ");
  }
  function label(slot, game) { return slot.labels[game] || slot.labels[0]; } // games have labels of their own only in a match
  function isEditing(s) { return Boolean(s.slot && (s.correcting || (s.slot.open && !s.slot.disputed))); }
  function declaredFields(slot) { return letters(slot).map((letter) => "points_" + letter); }

  function slotWithFewestSides(board) { // before a number is typed, only these sides are certain
    return board.slots.reduce((fewest, slot) => slot.bye || (fewest && fewest.sides.length <= slot.sides.length) ? fewest : slot, null);
  }

  // The version of the data on the page, as query parameters. The server answers with all slots, or with the changed ones only.
  function versionParams(board) { return [["epoch", board.epoch], ["since", board.version], ["since_line", board.seen]]; }
  function applyUpdate(board, update) {
    var changed = {};
    update.slots.forEach((slot) => { changed[slot.id] = slot; });
    board.slots = update.whole ? update.slots : board.slots.map((slot) => changed[slot.id] || slot);
    board.seen = update.seen;
    board.version = update.version;
    board.epoch = update.epoch;
  }
  function withPage(update, page) { // the update with one more page; a large hall has several
    return { ...update,
      slots: update.slots.concat(page.slots), next: page.next, pages: update.pages.concat(page.status),
    };
  }

  // What the page shows: the letters and names of the sides, the chosen table, and the entry as a sentence.
  function view(board, s) {
    var slot = s.slot || slotByNumber(board, s.table), played = slot && !slot.bye ? slot : null;
    var layout = slot ? played : slotWithFewestSides(board), names = {};
    if (slot) slot.sides.forEach((side) => { names[side.letter] = side.name; });
    return {
      letters: letters(layout), several: hasSeveralSides(layout), names, about: aboutText(board, s), tile: s.slot ? s.slot.id : "",
      locked: D.games[board.game].lockedField(board, s), button: s.correcting ? board.words.correct : board.words.enter,
    };
  }
  function aboutText(board, s) {
    if (!s.slot) return "";
    var sides = s.slot.sides.map((side) => side.letter + " " + side.name).join(" · ");
    var summary = s.how ? sides : D.games[board.game].preview(board, s) || sides;
    return fill(board.words.about, { label: label(s.slot, s.correcting || (s.slot.open && s.slot.game)), said: summary });
  }

  D.games = D.games || {};
  D.board = {
    LETTERS, fill, sidesOf, slotByNumber, slotByMeeting, letters,
    hasSeveralSides, otherSide, sideByKey, sideName, listSides, label,
    isEditing, declaredFields, view, versionParams, applyUpdate,
    withPage,
  };
})();

// What lies on the desk: tables by number and by their meeting, who sits there, and what the page shows of an entry.
// Pure: `board` is the data of the page (slots, words, rules), `s` the state of the entry (entry.js). Only `renew` changes anything.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var D = C.desk = C.desk || {};
  var LETTERS = ["A", "B", "C", "D", "E", "F"], SIGNS = { "/": "A", "*": "B" };
  var NOBODY = [{ letter: "A", letters: ["A"] }, { letter: "B", letters: ["B"] }];

  function fill(sentence, values) {
    return sentence.replace(/\{(\w+)\}/g, function (_, key) { return key in values ? values[key] : ""; });
  }
  function slotAt(board, number) {
    var wanted = number.trim().replace(/^0+(?=\d)/, "");
    return board.slots.find(function (slot) { return String(slot.table) === wanted; }) || null;
  }
  function slotOf(board, meeting) {
    return board.slots.find(function (slot) { return slot.id === meeting; }) || null;
  }
  function sides(slot) { return slot ? slot.sides : NOBODY; }
  function letters(slot) { return sides(slot).map(function (side) { return side.letter; }); }
  function several(slot) { return sides(slot).length > 2; }
  function other(slot, letter) { // of two
    return letters(slot).find(function (one) { return one !== letter; });
  }
  function sideAt(slot, key) { // the letter of a side, by that of any of its partners or by the sign beside the digits
    var letter = SIGNS[key] || key.toUpperCase();
    var found = slot && slot.sides.find(function (side) { return side.letters.includes(letter); });
    return found ? found.letter : "";
  }
  function nameOf(slot, letter) {
    var side = slot && slot.sides.find(function (one) { return one.letter === letter; });
    return side ? side.name : letter;
  }
  function listed(slot) {
    return slot.sides.map(function (side) { return side.letter + " " + side.name; }).join(", ");
  }
  function label(slot, game) { return slot.labels[game] || slot.labels[0]; } // only in a match has a game its own
  function editing(s) { return Boolean(s.slot && (s.correcting || (s.slot.open && !s.slot.disputed))); }
  function declared(slot) { return letters(slot).map(function (letter) { return "points_" + letter; }); }

  function fewest(board) { // the table with the fewest sides: before a number is typed, those are certain
    return board.slots.reduce(function (least, slot) {
      return slot.bye || (least && least.sides.length <= slot.sides.length) ? least : slot;
    }, null);
  }

  // What the page has, as the server is asked for what is new; and what it answers: all slots, or those that changed
  function known(board) { return [["epoch", board.epoch], ["since", board.version], ["since_line", board.seen]]; }
  function renew(board, said) {
    var fresh = {};
    said.slots.forEach(function (slot) { fresh[slot.id] = slot; });
    board.slots = said.whole ? said.slots : board.slots.map(function (slot) { return fresh[slot.id] || slot; });
    board.seen = said.seen;
    board.version = said.version;
    board.epoch = said.epoch;
  }
  function joined(said, page) { // an answer with one more page of a large hall
    return Object.assign({}, said, {
      slots: said.slots.concat(page.slots), next: page.next, pages: said.pages.concat(page.status),
    });
  }

  // What is shown: whose places, which names, whether somebody is chosen, and the entry in a sentence.
  function shown(board, s) {
    var foreseen = s.slot || slotAt(board, s.table), there = foreseen && !foreseen.bye ? foreseen : null;
    var like = foreseen ? there : fewest(board), names = {};
    if (foreseen) foreseen.sides.forEach(function (side) { names[side.letter] = side.name; });
    return {
      letters: letters(like), several: several(like), names: names, about: about(board, s), tile: s.slot ? s.slot.id : "",
      locked: D.games[board.game].locked(board, s), button: s.correcting ? board.words.correct : board.words.enter,
    };
  }
  function about(board, s) {
    if (!s.slot) return "";
    var seated = s.slot.sides.map(function (side) { return side.letter + " " + side.name; }).join(" · ");
    var said = s.how ? seated : D.games[board.game].preview(board, s) || seated;
    return fill(board.words.about, { label: label(s.slot, s.correcting || (s.slot.open && s.slot.game)), said: said });
  }

  D.games = D.games || {};
  D.board = {
    LETTERS: LETTERS, fill: fill, sides: sides, slotAt: slotAt, slotOf: slotOf, letters: letters, several: several, other: other, sideAt: sideAt,
    nameOf: nameOf, listed: listed, label: label, editing: editing, declared: declared, shown: shown,
    known: known, renew: renew, joined: joined,
  };
})();

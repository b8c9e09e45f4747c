// Finding one person on the list of a kiosk without showing the list. Pure: plain values in and out.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LETTERS = 3, HITS = 3, MOST_LOOKED_AT = 15, PAUSE = 30000;
  var OF_CARD = /([\w-]{16})[^\w-]*$/, WHOLE_ADDRESS = /\/me\/[\w-]{16}\/$/, LONG = 24;

  function signs(text) { return C.find.fold(text).match(/[\p{L}\p{N}]/gu) || []; }
  function numberKey(text) { return signs(text).join("").replace(/^0+/, ""); }
  function codeIn(text) {
    var card = text.length >= LONG ? OF_CARD.exec(text) : null;
    return card ? card[1] : /\d/.test(text) ? numberKey(text) : "";
  }
  function byName(people, typed) {
    if (signs(typed).length < LETTERS) return { state: typed ? "short" : "", people: [] };
    var found = people.filter(function (one) { return C.find.isFound(one.found, typed); });
    if (!found.length || found.length > HITS) return { state: found.length ? "many" : "nobody", people: [] };
    var names = found.map(function (one) { return C.find.fold(one.name); });
    var alone = found.filter(function (one, at) { return names.indexOf(names[at]) === names.lastIndexOf(names[at]); });
    return { state: alone.length < found.length ? "same" : "", people: alone };
  }

  C.roster = {
    // A whole address of a card: a hand scanner may not end it by Enter.
    isCard: function (text) { return WHOLE_ADDRESS.test(text); },
    // {state, people}: who fits what was typed, or why nobody is shown. A number counts once it is complete (`whole`).
    // `keyOf` makes the fingerprint of a number or of the code of a card.
    find: function (people, text, whole, keyOf) {
      var typed = text.trim(), code = codeIn(typed), key;
      if (!code) return byName(people, typed);
      if (!whole) return { state: typed.length >= LONG ? "" : "number", people: [] };
      key = keyOf(code);
      var found = people.filter(function (one) { return one.codes.indexOf(key) >= 0; }).slice(0, HITS);
      return { state: found.length ? "" : "no_code", people: found };
    },
    // Who was looked at since somebody checked in: the names shown, and each number that was tried.
    looked: function (before, found, text) {
      var shown = found.people.map(function (one) { return one.entry; });
      var tried = found.state === "no_code" ? ["?" + text] : [];
      return before.concat(shown.concat(tried).filter(function (one) { return before.indexOf(one) < 0; }));
    },
    // Until when nobody is shown, as somebody reads names off; 0: no need.
    pausedUntil: function (looked, now) { return looked.length > MOST_LOOKED_AT ? now + PAUSE : 0; },
    // What this page itself knows of a check-in, where nobody answers.
    unanswered: function (person, list) {
      return {
        answer: person.expected ? "here" : "desk", game: list.game, seats: person.seats, bye: person.bye, owes: person.owes,
      };
    },
    // What is said after a check-in: the heading and the lines below, as codes of words with values.
    said: function (told) {
      var seats = (told.seats || []).map(function (seat) { return { code: "seat", values: seat }; });
      if (told.answer === "over") return [{ code: "over" }, { code: "over_more" }];
      if (told.answer !== "here") return [{ code: "to_desk" }, { code: "desk_knows" }];
      var next = told.bye ? [{ code: "sits_out", values: { game: told.game } }] : seats.length ? seats : [{ code: "seats_later" }];
      if (told.owes) return [{ code: "to_desk" }, { code: "desk_asks" }].concat(seats.length || told.bye ? next : []);
      return seats.length && !told.bye ? next.concat({ code: "game", values: { number: told.game } }) : [{ code: "checked_in" }].concat(next);
    },
  };
})();

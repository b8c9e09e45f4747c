// Finds one person on the list of a kiosk without showing the list. Pure functions.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MIN_LETTERS = 3, MAX_HITS = 3, MAX_LOOKUPS = 15, PAUSE_MS = 30000;
  var CARD_CODE = /([\w-]{16})[^\w-]*$/, CARD_URL = /\/me\/[\w-]{16}\/$/, CARD_LENGTH = 24;

  function lettersAndDigits(text) { return C.find.fold(text).match(/[\p{L}\p{N}]/gu) || []; }
  function normalizeNumber(text) { return lettersAndDigits(text).join("").replace(/^0+/, ""); }
  function parseCode(text) {
    var card = text.length >= CARD_LENGTH ? CARD_CODE.exec(text) : null;
    return card ? card[1] : /\d/.test(text) ? normalizeNumber(text) : "";
  }
  function findByName(people, typed) {
    if (lettersAndDigits(typed).length < MIN_LETTERS) return { state: typed ? "short" : "", people: [] };
    var matches = people.filter((person) => C.find.isFound(person.found, typed));
    if (!matches.length || matches.length > MAX_HITS) return { state: matches.length ? "many" : "nobody", people: [] };
    var names = matches.map((person) => C.find.fold(person.name));
    var unique = matches.filter((person, index) => names.indexOf(names[index]) === names.lastIndexOf(names[index]));
    return { state: unique.length < matches.length ? "same" : "", people: unique };
  }

  C.roster = {
    // The complete address of a card. Some hand scanners do not send Enter after it.
    isCard: (text) => CARD_URL.test(text),
    // Returns {state, people}: the matching people, or the reason why none are shown. Numbers and card codes are looked up only
    // when `isComplete`. `fingerprint` hashes a number or card code for comparison with the list.
    find: (people, text, isComplete, fingerprint) => {
      var typed = text.trim(), code = parseCode(typed), named = findByName(people, typed), key;
      if (!code || (named.state !== "nobody" && typed.length >= CARD_LENGTH)) return named; // long names look like codes
      if (!isComplete) return { state: typed.length >= CARD_LENGTH ? "" : "number", people: [] };
      key = fingerprint(code);
      var matches = people.filter((person) => person.codes.indexOf(key) >= 0).slice(0, MAX_HITS);
      return { state: matches.length ? "" : "no_code", people: matches };
    },
    // Adds to the lookups since the last check-in: the people shown, and each unknown number that was tried.
    addLookups: (before, result, text) => {
      var shown = result.people.map((person) => person.entry);
      var tried = result.state === "no_code" ? ["?" + text] : [];
      return before.concat(shown.concat(tried).filter((id) => before.indexOf(id) < 0));
    },
    // After too many lookups, which may be an attempt to read out the list: until when no names are shown. 0: no pause.
    pausedUntil: (lookups, now) => lookups.length > MAX_LOOKUPS ? now + PAUSE_MS : 0,
    // The reply to a check-in made from the list, for when the desk does not answer.
    localReply: (person, list) => {
      return {
        answer: person.expected ? "here" : "desk", game: list.game, seats: person.seats, bye: person.bye, owes: person.owes,
      };
    },
    // The messages after a check-in: the heading and the lines below it, as translation codes with values.
    messages: (reply) => {
      var seats = (reply.seats || []).map((seat) => ({ code: "seat", values: seat }));
      if (reply.answer === "over") return [{ code: "over" }, { code: "over_more" }];
      if (reply.answer !== "here") return [{ code: "to_desk" }, { code: "desk_knows" }];
      var nextLines = reply.bye ? [{ code: "sits_out", values: { game: reply.game } }] : seats.length ? seats : [{ code: "seats_later" }];
      if (reply.owes) return [{ code: "to_desk" }, { code: "desk_asks" }].concat(seats.length || reply.bye ? nextLines : []);
      return seats.length && !reply.bye ? nextLines.concat({ code: "game", values: { number: reply.game } })
        : [{ code: "checked_in" }].concat(nextLines);
    },
  };
})();

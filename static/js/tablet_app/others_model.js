// «This is not us»: who says to sit where, seat by seat, before the desk is told (others.js shows it).
// What is being chosen: {picked: [numbers], typed, letter, page, more, listing, said}. What was said is kept as
// {day, meeting, who: [numbers], nonce, told, back}; `back`: it was taken back again. People are {number, name, sorted, table}.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LETTERS = "ABCDEF", DIGITS = 5, A_PAGE = 6, FEWEST = 2;

  function change(choice, changes) { return Object.assign({}, choice, changes); }
  // Which meeting, or the empty table of which round.
  function about(told) {
    var meeting = told && told.meetings[0];
    return meeting ? meeting.uid : told && told.round ? told.rules.stage + " " + told.round.number : null;
  }
  function initial(one) {
    return (one.sorted || one.name).normalize("NFD").replace(/[^A-Za-z]/g, "").charAt(0).toUpperCase() || "#";
  }
  function numbers(list) { return list.map(function (entry) { return entry.number; }); }
  function together(list) { return [].concat.apply([], list); }
  function sitting(meeting) { return together(meeting.sides.map(function (side) { return side.entries; })); }

  C.othersModel = {
    LETTERS: LETTERS,
    about: about,
    initial: initial,
    start: function () { return { picked: [], typed: "", letter: null, page: 0, more: false, listing: false, said: null }; },
    // Whether somebody is in the middle of it.
    begun: function (choice) { return Boolean(choice.typed || choice.picked.length); },

    // The round whose people are asked for, in one text; "" where there is none.
    key: function (member) {
      var told = member.told;
      return told && told.round ? [member.uid, member.epoch, told.rules.stage, told.round.number].join(" ") : "";
    },
    keyOf: function (member, answer) { return [member.uid, member.epoch, answer.stage, answer.round].join(" "); },
    // Whether everybody's name is here: then a number that is not among them is wrong.
    complete: function (known, member) { return Boolean(known && member && known.key === C.othersModel.key(member)); },
    // Who plays, as far as it is known: all of them, or those of this table.
    people: function (known, member) {
      if (C.othersModel.complete(known, member)) return known.people;
      return together(((member && member.told && member.told.meetings) || []).map(sitting));
    },
    person: function (people, number) {
      return people.filter(function (one) { return one.number === number; })[0] || null;
    },
    letters: function (people) {
      return people.map(initial).filter(function (one, at, all) { return all.indexOf(one) === at; }).sort();
    },
    // Those whose name begins with the letter: {pages, shown}.
    page: function (people, letter, page) {
      var found = people.filter(function (one) { return initial(one) === letter; });
      return { pages: Math.ceil(found.length / A_PAGE), shown: found.slice(page * A_PAGE, (page + 1) * A_PAGE) };
    },

    press: function (choice, key) {
      return change(choice, { typed: C.entry.typed(choice.typed, key, DIGITS).replace(/^0+/, ""), said: null });
    },
    pick: function (choice, number, people, complete) {
      var one = C.othersModel.person(people, number);
      if (choice.picked.indexOf(number) >= 0) return change(choice, { said: { code: "others_twice", number: number } });
      if (complete && !one) return change(choice, { said: { code: "others_nobody", number: number } });
      return change(C.othersModel.start(), { picked: choice.picked.concat(number), page: choice.page });
    },
    // One step back, or null where it is left.
    back: function (choice) {
      var picked = choice.picked.slice(0, -1);
      if (choice.letter !== null) return change(choice, { letter: null, said: null });
      if (choice.listing) return change(choice, { listing: false, said: null });
      if (choice.more) return change(choice, { more: false, said: null });
      return choice.picked.length ? change(choice, { picked: picked, more: picked.length >= FEWEST, said: null }) : null;
    },
    // Which of its screens is shown.
    step: function (choice) {
      if (choice.letter !== null) return "names";
      if (choice.listing) return "letters";
      return choice.picked.length < FEWEST || choice.more ? "number" : "check";
    },
    hasRoom: function (choice) { return choice.picked.length < LETTERS.length; },

    // Whether what was said still holds here.
    stands: function (said, member, told) {
      return Boolean(said && !said.back && member && said.day === member.uid && said.meeting === about(told));
    },
    // What a new meeting makes of what was said: "stays", "goes", or "ours" where those sit there now who said so.
    settle: function (said, member, told, meeting) {
      if (!said || said.back || (member && said.day === member.uid && said.meeting === about(told))) return "stays";
      var sit = meeting ? numbers(sitting(meeting)) : null;
      return sit && sit.sort().join() === said.who.slice().sort().join() ? "ours" : "goes";
    },
    // What the desk is told of it now, {nonce, what, who}, or null. After an hour without Wi-Fi it is another round.
    call: function (said, member) {
      var still = said && (said.back || said.meeting === about(member.told));
      if (!still || said.day !== member.uid || said.told) return null;
      return { nonce: said.nonce, what: said.back ? "as_planned" : "others", who: said.who.map(function (number) { return [number]; }) };
    },
    // Whether it is asked who plays: once a round, and not for a player's own phone.
    asksPeople: function (known, member) {
      return Boolean(C.othersModel.key(member)) && !C.othersModel.complete(known, member) && !(member.told && member.told.entry);
    },
  };
})();

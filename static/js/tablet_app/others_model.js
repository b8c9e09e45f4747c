// The model of "we are other players": who is picked for which seat, and the report to the desk (others.js shows it).
// A choice in progress: {picked: [numbers], typed, letter, page, more, listing, error}. A stored report: {day, meeting,
// who: [numbers], nonce, told, back}: `told` once the desk has it, `back` if it is withdrawn. People: {number, name, sorted, table}.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LETTERS = "ABCDEF", MAX_DIGITS = 5, PAGE_SIZE = 6, MIN_PLAYERS = 2;

  function change(choice, changes) { return { ...choice, ...changes }; }
  // Identifies the meeting, or the round if the table is empty.
  function meetingKey(state) {
    var meeting = state && state.meetings[0];
    return meeting ? meeting.uid : state && state.round ? state.rules.stage + " " + state.round.number : null;
  }
  function initial(person) {
    return (person.sorted || person.name).normalize("NFD").replace(/[^A-Za-z]/g, "").charAt(0).toUpperCase() || "#";
  }
  function numbersOf(entries) { return entries.map((entry) => entry.number); }
  function flatten(lists) { return [].concat.apply([], lists); }
  function entriesOf(meeting) { return flatten(meeting.sides.map((side) => side.entries)); }

  C.othersModel = {
    LETTERS,
    meetingKey,
    initial,
    newChoice: () => ({ picked: [], typed: "", letter: null, page: 0, more: false, listing: false, error: null }),
    isStarted: (choice) => Boolean(choice.typed || choice.picked.length),

    // Identifies the round whose people are requested; "" without a round.
    peopleKey: (member) => {
      var state = member.told;
      return state && state.round ? [member.uid, member.epoch, state.rules.stage, state.round.number].join(" ") : "";
    },
    responseKey: (member, data) => [member.uid, member.epoch, data.stage, data.round].join(" "),
    // Whether all names of the round are known: then any other number is wrong.
    isComplete: (known, member) => Boolean(known && member && known.key === C.othersModel.peopleKey(member)),
    // The known players: those of the whole round, or only those of this table.
    people: (known, member) => {
      if (C.othersModel.isComplete(known, member)) return known.people;
      return flatten(((member && member.told && member.told.meetings) || []).map(entriesOf));
    },
    person: (people, number) => people.filter((person) => person.number === number)[0] || null,
    letters: (people) => people.map(initial).filter((letter, index, all) => all.indexOf(letter) === index).sort(),
    // One page of the people whose name begins with the letter: {pages, shown}.
    page: (people, letter, page) => {
      var matching = people.filter((person) => initial(person) === letter);
      return { pages: Math.ceil(matching.length / PAGE_SIZE), shown: matching.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE) };
    },

    press: (choice, key) => change(choice, { typed: C.entry.applyKey(choice.typed, key, MAX_DIGITS).replace(/^0+/, ""), error: null }),
    pick: (choice, number, people, complete) => {
      var person = C.othersModel.person(people, number);
      if (choice.picked.indexOf(number) >= 0) return change(choice, { error: { code: "others_twice", number } });
      if (complete && !person) return change(choice, { error: { code: "others_nobody", number } });
      return change(C.othersModel.newChoice(), { picked: choice.picked.concat(number), page: choice.page });
    },
    // One step back; null if that leaves the screens.
    back: (choice) => {
      var picked = choice.picked.slice(0, -1);
      if (choice.letter !== null) return change(choice, { letter: null, error: null });
      if (choice.listing) return change(choice, { listing: false, error: null });
      if (choice.more) return change(choice, { more: false, error: null });
      return choice.picked.length ? change(choice, { picked, more: picked.length >= MIN_PLAYERS, error: null }) : null;
    },
    // The name of the screen that is shown.
    step: (choice) => {
      if (choice.letter !== null) return "names";
      if (choice.listing) return "letters";
      return choice.picked.length < MIN_PLAYERS || choice.more ? "number" : "check";
    },
    hasRoom: (choice) => choice.picked.length < LETTERS.length,

    // Whether the report applies to the current meeting.
    isCurrent: (report, member, state) => Boolean(report && !report.back && member && report.day === member.uid && report.meeting === meetingKey(state)),
    // What a new meeting does to the report: it "stays", it "goes", or the meeting is "ours": its players are those of the report.
    settle: (report, member, state, meeting) => {
      if (!report || report.back || (member && report.day === member.uid && report.meeting === meetingKey(state))) return "stays";
      var seated = meeting ? numbersOf(entriesOf(meeting)) : null;
      return seated && seated.sort().join() === report.who.slice().sort().join() ? "ours" : "goes";
    },
    // The call that is still to be sent, {nonce, what, who}, or null. After an hour offline the report may be of an old round.
    pendingCall: (report, member) => {
      var valid = report && (report.back || report.meeting === meetingKey(member.told));
      if (!valid || report.day !== member.uid || report.told) return null;
      return { nonce: report.nonce, what: report.back ? "as_planned" : "others", who: report.who.map((number) => [number]) };
    },
    // Whether to request the players: once per round, and not on a player's own phone.
    needsPeople: (known, member) => Boolean(C.othersModel.peopleKey(member)) && !C.othersModel.isComplete(known, member) && !(member.told && member.told.entry),
  };
})();

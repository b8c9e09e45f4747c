// Where the table stands: what the desk has told, together with what this tablet has taken and the desk may not know yet.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var UNSENT = ["kept", "later", "not_your_table"];

  function names(side) { return C.list(side.entries.map(function (entry) { return entry.name; })); }
  function letters(side) {
    return side.entries[0].letter ? side.entries.map(function (entry) { return entry.letter; }) : [side.letter];
  }

  // The newest word of this tablet about each game of a meeting that may still count.
  function own(meeting) {
    var found = {};
    C.day.results().forEach(function (result) {
      if (result.body.meeting === meeting.uid && result.state !== "refused") found[result.body.game] = result;
    });
    return found;
  }
  function refusedLast(meeting) {
    var mine = C.day.results().filter(function (result) { return result.body.meeting === meeting.uid; }).pop();
    return mine && mine.state === "refused" && !mine.dismissed ? mine : null;
  }
  function counts(result) { return UNSENT.indexOf(result.state) >= 0 || !C.day.fresh; }

  // Games of a match, what is known of each: told by the desk, or only kept here.
  function games(meeting) {
    var mine = own(meeting), list = [];
    for (var number = 1; number <= meeting.games; number++) {
      var told = meeting.results.filter(function (result) { return result.game === number; })[0] || null;
      var here = mine[number] || null;
      if (told || (here && counts(here))) list.push({ number: number, told: told, own: here });
      else if (here && meeting.state === "disputed") list.push({ number: number, told: null, own: here });
      else if (here && meeting.state === "waiting" && number === meeting.game) list.push({ number: number, told: null, own: here, waits: true });
    }
    return list;
  }
  function wins(list, side) {
    return list.filter(function (game) { return !game.waits && (game.told ? game.told.winner : game.own.shown.winner) === side; }).length;
  }
  // How the meeting is decided: all of its games are played, or those until one side has more than half.
  function match(meeting) { return meeting.match || { kind: meeting.games > 1 ? "best_of" : "fixed", games: meeting.games }; }
  function won(meeting, list) {
    var rule = match(meeting);
    return rule.kind === "best_of" && meeting.sides.some(function (side, at) { return wins(list, at) > rule.games / 2; });
  }
  // The game to enter next, or null: as the desk tells it, and beyond what only this tablet knows.
  function next(meeting, list) {
    var game = meeting.game;
    while (game && list.some(function (known) { return known.number === game && !known.told && !known.waits; })) game += 1;
    return !game || game > meeting.games || won(meeting, list) ? null : game;
  }
  // Who deals first in the next game, where it follows from the games before.
  function deals(meeting, list) {
    var last = list[list.length - 1];
    if (last && !last.told) return meeting.sides.length === 2 ? 1 - last.own.shown.winner : null;
    return meeting.deals;
  }

  // On a player's own phone: the side of that player. At a table: null.
  function mine(told, meeting) {
    if (!told.entry) return null;
    return meeting.sides.map(function (side) {
      return side.entries.some(function (entry) { return entry.number === told.entry; });
    }).indexOf(true);
  }

  // {mode, …}: one word for what the page should show when nobody is in the middle of something.
  C.situation = function () {
    var member = C.day.member;
    if (C.elsewhere) return { mode: "elsewhere" };
    if (C.anotherDay() || C.day.waiting) return { mode: "other" };
    if (C.wrongTable()) return { mode: "joining" };
    if (!member) return { mode: C.data.invitation && !C.day.problem ? "joining" : "code" };
    if (C.day.shut) return { mode: "shut" };
    var told = member.told;
    if (!told) return { mode: "joining" };
    var base = { member: member, told: told, rules: told.rules, round: told.round, moves: told.moves };
    if (!told.round) return Object.assign(base, { mode: "before" });
    var meeting = told.meetings[0];
    if (!meeting) return Object.assign(base, { mode: "empty" });
    if (meeting.state === "bye") return Object.assign(base, { mode: "bye", meeting: meeting });
    return at(base, meeting);
  };
  function at(base, meeting) {
    var list = games(meeting);
    var found = Object.assign(base, {
      meeting: meeting, games: list, own: own(meeting), refused: refusedLast(meeting), next: next(meeting, list),
      match: match(meeting), deals: deals(meeting, list), names: meeting.sides.map(names), letters: meeting.sides.map(letters),
      disputed: meeting.state === "disputed",
      ours: C.store.thing("ours") === meeting.uid, mine: mine(base.told, meeting),
    });
    found.mode = mode(found);
    return found;
  }
  function mode(found) {
    if (found.refused) return "refused";
    if (found.disputed || !found.next || (found.meeting.state === "waiting" && found.own[found.next])) return "after";
    if (!found.ours) return "seats";
    return found.round.state === "seated" ? "wait" : "playing";
  }
})();

// Where the table stands: what the desk has told, together with what this tablet has taken and the desk may not know yet.
// `now` is all of it as one value (state.js): {elsewhere, invitation, member, waiting, problem, shut, fresh, results, ours}.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  function letters(one) {
    return one.entries[0].letter ? one.entries.map(function (entry) { return entry.letter; }) : [one.letter];
  }

  // The newest word of this tablet about each game of a meeting that may still count.
  function own(meeting, results) {
    var found = {};
    results.forEach(function (result) {
      if (result.body.meeting === meeting.uid && result.state !== "refused") found[result.body.game] = result;
    });
    return found;
  }
  function refusedLast(meeting, results) {
    var mine = results.filter(function (result) { return result.body.meeting === meeting.uid; }).pop();
    return mine && mine.state === "refused" && !mine.dismissed ? mine : null;
  }

  // Games of a match, what is known of each: told by the desk, or only kept here. What is told may be older than what the desk
  // has answered since: until it is `fresh`, this tablet's own word counts.
  function games(meeting, mine, fresh) {
    var list = [];
    function counts(result) { return C.results.waits(result) || !fresh; }
    for (var number = 1; number <= meeting.games; number++) {
      var told = meeting.results.filter(function (result) { return result.game === number; })[0] || null;
      var here = mine[number] || null;
      if (told || (here && counts(here))) list.push({ number: number, told: told, own: here });
      else if (here && meeting.state === "disputed") list.push({ number: number, told: null, own: here });
      else if (here && meeting.state === "waiting" && number === meeting.game) list.push({ number: number, told: null, own: here, waits: true });
    }
    return list;
  }
  // Who has won a game of a match, its match points, and its skunk: as the desk tells it, or as this tablet took it.
  function outcome(game, rules) {
    if (game.told) return { winner: game.told.winner, points: game.told.match_points || 0, skunk: game.told.skunk || 0 };
    var shown = game.own.shown, of = (C.games || {})[rules.game];
    if (shown.winner === null || !of || !of.worthOf) return { winner: shown.winner, points: 0, skunk: 0 };
    var worth = of.worthOf(shown, rules);
    return { winner: shown.winner, points: worth.worth || 0, skunk: worth.level };
  }
  // How the meeting is decided: all of its games are played, those until one side has more than half, or has so many match points.
  function match(meeting) { return meeting.match || { kind: meeting.games > 1 ? "best_of" : "fixed", games: meeting.games }; }
  // What each side has of the match: games won, or match points where they decide.
  function score(meeting, list, rules) {
    var byPoints = Boolean(match(meeting).by); // it is told only where match points decide
    return meeting.sides.map(function (side, at) {
      return list.reduce(function (sum, game) {
        var of = game.waits ? null : outcome(game, rules);
        return sum + (of && of.winner === at ? byPoints ? of.points : 1 : 0);
      }, 0);
    });
  }
  function won(meeting, list, rules) {
    var rule = match(meeting), most = Math.max.apply(null, score(meeting, list, rules));
    var atOnce = rule.at_once && list.some(function (game) { return !game.waits && outcome(game, rules).skunk >= rule.at_once; });
    return Boolean(atOnce || (rule.kind === "best_of" && most > rule.games / 2) || (rule.kind === "first_to" && most >= rule.points));
  }
  // The game to enter next, or null: as the desk tells it, and beyond what only this tablet knows.
  function next(meeting, list, rules) {
    var game = meeting.game;
    while (game && list.some(function (known) { return known.number === game && !known.told && !known.waits; })) game += 1;
    return !game || game > meeting.games || won(meeting, list, rules) ? null : game;
  }
  // Who deals first in the next game, where it follows from the games before.
  function deals(meeting, list) {
    var last = list[list.length - 1];
    var winner = last && !last.told ? last.own.shown.winner : null;
    if (last && !last.told) return meeting.sides.length === 2 && winner !== null ? 1 - winner : null;
    return meeting.deals;
  }

  // On a player's own phone: the side of that player. At a table: null.
  function side(told, meeting) {
    if (!told.entry) return null;
    return meeting.sides.map(function (one) {
      return one.entries.some(function (entry) { return entry.number === told.entry; });
    }).indexOf(true);
  }

  // Whether the address invites to another day than the one that is on this tablet.
  function anotherDay(now) {
    var invited = now.invitation;
    return Boolean(invited && invited.known && now.member && now.member.uid !== invited.tournament.uid);
  }
  // Whoever opens the address of another sheet moves to that table; until then the old one is not shown.
  function wrongTable(now) {
    var invited = now.invitation, member = now.member;
    return Boolean(invited && invited.known && member && member.uid === invited.tournament.uid && member.secret !== invited.secret && !now.problem);
  }

  C.situations = {
    // {mode, …}: one word for what the page should show when nobody is in the middle of something.
    of: function (now) {
      var told = now.member && now.member.told, early = before(now), meeting;
      if (early) return { mode: early };
      var base = { member: now.member, told: told, rules: told.rules, round: told.round, moves: told.moves };
      if (told.may_report === false && !told.entry) return Object.assign(base, { mode: "waits" });
      if (!told.round) return Object.assign(base, { mode: "before" });
      meeting = told.meetings[0];
      if (!meeting) return Object.assign(base, { mode: "empty" });
      if (meeting.state === "bye") return Object.assign(base, { mode: "bye", meeting: meeting });
      return at(now, base, meeting);
    },
    wrongTable: wrongTable,
    // Whether this is a player's own phone, and at which table it is now.
    onPhone: function (now) {
      var told = now.member && now.member.told, invited = now.invitation;
      return Boolean(told ? told.entry : invited && invited.known && !invited.table);
    },
    table: function (member) {
      var meeting = member && member.told && member.told.meetings[0];
      return member && (member.table || (meeting && meeting.table));
    },
    // Which round it is, in one text; "" before the first, and null where nothing was told yet.
    round: function (found) { return !found.told ? null : found.round ? found.rules.stage + " " + found.round.number : ""; },
    // With a new round the page shows where to go: what was left open over it closes, unless somebody is typing there.
    closes: function (before, round, typing) { return Boolean(before !== null && round && before !== round && !typing); },
    // The game that this tablet alone has written, and may take back: its result, or null.
    correctable: function (found) { return correctable(found, found.games[found.games.length - 1]); },
    // Where each player hands in a card, no tablet speaks for both sides (rules.md §4.1): a phone still speaks for its own.
    cardsGoToTheDesk: function (found) { return Boolean(found.rules && found.rules.cards === "two" && found.mine === null); },
    // The same of each game of a match before the last one.
    earlier: function (found) {
      return found.games.slice(0, -1).map(function (game) { return correctable(found, game); }).filter(Boolean);
    },
  };
  function correctable(found, game) {
    var ours = game && game.own && game.told && game.told.line === game.own.line;
    return ours && !found.disputed && (game.own.state === "accepted" || game.own.state === "same") ? game.own : null;
  }
  // What comes before there is anything to show of a table, as the mode of its page, or nothing.
  function before(now) {
    if (now.elsewhere) return "elsewhere";
    if (anotherDay(now) || now.waiting) return "other";
    if (wrongTable(now)) return "joining";
    if (!now.member) return now.invitation && !now.problem ? "joining" : "code";
    if (now.shut) return "shut";
    return now.member.told ? "" : "joining";
  }
  function at(now, base, meeting) {
    var mine = own(meeting, now.results), list = games(meeting, mine, now.fresh);
    var found = Object.assign(base, {
      meeting: meeting, games: list, own: mine, refused: refusedLast(meeting, now.results), next: next(meeting, list, base.rules),
      match: match(meeting), score: score(meeting, list, base.rules), deals: deals(meeting, list), letters: meeting.sides.map(letters),
      disputed: meeting.state === "disputed", ours: now.ours === meeting.uid, mine: side(base.told, meeting),
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

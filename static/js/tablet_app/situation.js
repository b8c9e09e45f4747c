// The state of the table: the last answer of the desk, combined with the results kept here that the desk may not know yet.
// `state` (state.js) is {elsewhere, invitation, member, waiting, problem, shut, fresh, results, ours}.
// `derive` makes a `view` of it for the screens: `answer` is the desk's last answer, `games` are [{number, desk, own, waits}].
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  function lettersOf(side) {
    return side.entries[0].letter ? side.entries.map((entry) => entry.letter) : [side.letter];
  }

  // This tablet's latest result of each game of the meeting, without refused ones.
  function ownResults(meeting, results) {
    var byGame = {};
    results.forEach((result) => {
      if (result.body.meeting === meeting.uid && result.state !== "refused") byGame[result.body.game] = result;
    });
    return byGame;
  }
  // The latest refused result that was not dismissed, of this meeting or an earlier one; null if none. A later one of its game replaces it.
  function lastRefused(results) {
    var last = {};
    function gameOf(result) { return result.body.meeting + " " + result.body.game; }
    results.forEach((result) => { last[gameOf(result)] = result; });
    return results.filter((result) => last[gameOf(result)] === result && result.state === "refused" && !result.dismissed).pop() || null;
  }

  // The games of a match that have a result at the desk or here. Our own result counts until the
  // desk's answer is `fresh`: newer than everything that we sent.
  function knownGames(meeting, own, fresh) {
    var games = [];
    function stillCounts(result) { return C.results.isWaiting(result) || !fresh; }
    for (var number = 1; number <= meeting.games; number++) {
      var desk = meeting.results.filter((result) => result.game === number)[0] || null;
      var local = own[number] || null;
      if (desk || (local && stillCounts(local))) games.push({ number, desk, own: local });
      else if (local && meeting.state === "disputed") games.push({ number, desk: null, own: local });
      else if (local && meeting.state === "waiting" && number === meeting.game) games.push({ number, desk: null, own: local, waits: true });
    }
    return games;
  }
  // The winner, match points and skunk level of a game.
  function outcome(game, rules) {
    if (game.desk) return { winner: game.desk.winner, points: game.desk.match_points || 0, skunk: game.desk.skunk || 0 };
    var shown = game.own.shown, gameType = (C.games || {})[rules.game];
    if (shown.winner === null || !gameType || !gameType.worthOf) return { winner: shown.winner, points: 0, skunk: 0 };
    var worth = gameType.worthOf(shown, rules);
    return { winner: shown.winner, points: worth.worth || 0, skunk: worth.level };
  }
  // How the match is decided: all games are played ("fixed"), more than half are won ("best_of"), or enough points ("first_to").
  function matchRule(meeting) { return meeting.match || { kind: meeting.games > 1 ? "best_of" : "fixed", games: meeting.games }; }
  // The score by side: games won, or match points if these decide.
  function score(meeting, games, rules) {
    var byPoints = Boolean(matchRule(meeting).by); // sent only if match points decide
    return meeting.sides.map((side, i) => {
      return games.reduce((sum, game) => {
        var result = game.waits ? null : outcome(game, rules);
        return sum + (result && result.winner === i ? byPoints ? result.points : 1 : 0);
      }, 0);
    });
  }
  function isDecided(meeting, games, rules) {
    var rule = matchRule(meeting), best = Math.max.apply(null, score(meeting, games, rules));
    var atOnce = rule.at_once && games.some((game) => !game.waits && outcome(game, rules).skunk >= rule.at_once);
    return Boolean(atOnce || (rule.kind === "best_of" && best > rule.games / 2) || (rule.kind === "first_to" && best >= rule.points));
  }
  // The next game, or null. Skips games that only have our own result.
  function nextGame(meeting, games, rules) {
    var game = meeting.game;
    while (game && games.some((known) => known.number === game && !known.desk && !known.waits)) game += 1;
    return !game || game > meeting.games || isDecided(meeting, games, rules) ? null : game;
  }
  // The side that deals first, if earlier games decide that.
  function nextDealer(meeting, games) {
    var last = games[games.length - 1];
    var winner = last && !last.desk ? last.own.shown.winner : null;
    if (last && !last.desk) return meeting.sides.length === 2 && winner !== null ? 1 - winner : null;
    return meeting.deals;
  }

  // The side of the player whose phone this is; null on a tablet.
  function playerSide(answer, meeting) {
    if (!answer.entry) return null;
    return meeting.sides.map((side) => side.entries.some((entry) => entry.number === answer.entry)).indexOf(true);
  }

  // Whether the invitation in the address is for another tournament.
  function isOtherDay(state) {
    var invited = state.invitation;
    return Boolean(invited && invited.known && state.member && state.member.uid !== invited.tournament.uid);
  }
  // The sheet of another table moves the tablet there; the old table is not shown meanwhile.
  function isWrongTable(state) {
    var invited = state.invitation, member = state.member;
    return Boolean(invited && invited.known && member && member.uid === invited.tournament.uid && member.secret !== invited.secret && !state.problem);
  }

  C.situations = {
    // The view; `mode` names its screen, unless a dialog or an entry is open.
    derive: (state) => {
      var answer = state.member && state.member.told, early = earlyMode(state), meeting;
      if (early) return { mode: early };
      var base = { member: state.member, answer, rules: answer.rules, round: answer.round, moves: answer.moves };
      if (answer.may_report === false && !answer.entry) return Object.assign(base, { mode: "waits" });
      base.refused = lastRefused(state.results);
      meeting = answer.round && answer.meetings[0];
      if (meeting && meeting.state !== "bye") return atTable(state, base, meeting);
      var mode = base.refused ? "refused" : !answer.round ? "before" : !meeting ? "empty" : "bye";
      return Object.assign(base, meeting ? { mode, meeting } : { mode });
    },
    isWrongTable,
    // Whether this is a player's own phone.
    isPhone: (state) => {
      var answer = state.member && state.member.told, invited = state.invitation;
      return Boolean(answer ? answer.entry : invited && invited.known && !invited.table);
    },
    tableOf: (member) => {
      var meeting = member && member.told && member.told.meetings[0];
      return member && (member.table || (meeting && meeting.table));
    },
    // A key of the current round: "" before the first round, null before the desk's first answer.
    roundKey: (view) => !view.answer ? null : view.round ? view.rules.stage + " " + view.round.number : "",
    // A new round closes a dialog, to show where to go, unless someone is typing in it.
    shouldClose: (previous, current, typing) => Boolean(previous !== null && current && previous !== current && !typing),
    // Our own last result if it may be corrected, or null.
    correctable: (view) => correctableResult(view, view.games[view.games.length - 1]),
    // With a scorecard per player no tablet reports for both sides (rules.md §4.1). A phone still reports for its owner.
    cardsGoToTheDesk: (view) => Boolean(view.rules && view.rules.cards === "two" && view.mine === null),
    // Our own results of the earlier games of a match that may be corrected.
    correctableEarlier: (view) => view.games.slice(0, -1).map((game) => correctableResult(view, game)).filter(Boolean),
  };
  function correctableResult(view, game) {
    var isOurs = game && game.own && game.desk && game.desk.line === game.own.line;
    return isOurs && !view.disputed && (game.own.state === "accepted" || game.own.state === "same") ? game.own : null;
  }
  // The mode if there is no table to show yet, or "".
  function earlyMode(state) {
    if (state.elsewhere) return "elsewhere";
    if (isOtherDay(state) || state.waiting) return "other";
    if (isWrongTable(state)) return "joining";
    if (!state.member) return state.invitation && !state.problem ? "joining" : "code";
    if (state.shut) return "shut";
    return state.member.told ? "" : "joining";
  }
  function atTable(state, base, meeting) {
    var own = ownResults(meeting, state.results), games = knownGames(meeting, own, state.fresh);
    var view = Object.assign(base, {
      meeting, games, own, next: nextGame(meeting, games, base.rules),
      match: matchRule(meeting), score: score(meeting, games, base.rules), deals: nextDealer(meeting, games), letters: meeting.sides.map(lettersOf),
      disputed: meeting.state === "disputed", ours: state.ours === meeting.uid, mine: playerSide(base.answer, meeting),
    });
    view.mode = modeOf(view);
    return view;
  }
  function modeOf(view) {
    if (view.refused) return "refused";
    if (view.disputed || !view.next || (view.meeting.state === "waiting" && view.own[view.next])) return "after";
    if (!view.ours) return "seats";
    return view.round.state === "seated" ? "wait" : "playing";
  }
})();

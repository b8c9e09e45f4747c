// Chooses the sentences for a view (situation.js), as messages {code, values} or {code, count, values} for C.text (words.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  function someGame(view, test) { return view.games.some(test); }
  function hasStumbled(game) { return Boolean(game.own && game.own.state === "kept" && game.own.stumbled); }

  C.wording = {
    // The status line: [kind, icon, message]. `state` is {elsewhere, cannotKeep, unsent, online, why, member, results}.
    status: (state) => {
      var offCode = { unknown: "status_unknown", replaced: "status_replaced" }[state.why] || "status_off";
      if (state.elsewhere) return ["", "tablet", { code: "elsewhere" }];
      if (state.cannotKeep) return ["bad", "alert", { code: "cannot_keep" }];
      if (state.unsent && state.online === false) return ["kept", "off", { code: "status_kept", count: state.unsent }];
      if (state.unsent) return ["kept", "tablet", { code: "status_sending", count: state.unsent }];
      if (state.online === false) return ["kept", "off", { code: offCode }];
      if (!state.member || state.online === null) return ["", "tablet", { code: "status_none" }];
      return ["received", "check", { code: state.results ? "status_received" : "status_on" }];
    },
    // The line above the result of a game: [kind, icon, message].
    receipt: (game, disputed) => {
      var state = game.own ? game.own.state : "desk", isOwn = game.own && (!game.desk || game.desk.line === game.own.line);
      if (disputed) return ["dispute", "alert", { code: "in_dispute" }];
      if (hasStumbled(game)) return ["kept", "alert", { code: "kept_stumbled" }];
      if (state === "kept" || state === "later") return ["kept", "tablet", { code: state === "later" ? "kept_later" : "kept_here" }];
      if (game.desk && game.desk.ruled) return ["received", "check", { code: "desk_decided" }];
      if (state === "not_your_table") return ["kept", "alert", { code: "kept_other_table" }];
      return ["received", "check", { code: isOwn ? "received" : "desk_has" }];
    },
    // Whether both results are shown, the desk's and our own.
    showsBoth: (game, disputed) => Boolean(disputed && game.desk && game.own && game.desk.line !== game.own.line),
    // The heading after the entry.
    afterTitle: (view, phone) => {
      var last = view.games[view.games.length - 1];
      if (view.disputed) return "after_dispute";
      if (someGame(view, (game) => !game.desk && !game.waits)) return "after_kept";
      return phone && !(last && last.own) ? "after_entered" : "after_received";
    },
    // What to do about a refused result: only of the present meeting it can be entered again.
    refusedAction: (result, meeting) => result.body.meeting === meeting ? "enter_again" : "back_to_table",
    // What comes next, or null where the receipt says it. `isCurrent`: the desk's last answer is up to date.
    nextMessage: (view, isCurrent) => {
      var playing = view.answer.playing;
      if (view.disputed) return { code: "judge_decides" };
      if (someGame(view, (game) => game.waits)) return { code: "other_side_waits" };
      if (someGame(view, hasStumbled)) return null;
      if (view.round.number === view.round.of && view.round.state === "closed") return { code: "last_game" };
      if (!isCurrent) return { code: "places_later" };
      return playing.length ? { code: "still_playing", count: playing.length, values: { tables: playing.map(String) } } : { code: "places_soon" };
    },
    // Whether a result may be brought to the desk as a QR code.
    mayCarry: (view, online) => {
      return online === false && someGame(view, (game) => game.own && game.own.state !== "accepted" && game.own.state !== "same" && game.own.state !== "conflict");
    },
    // The number of the game in its match; null where there is only one.
    gameMessage: (game, games, kind) => {
      if (!game || games < 2) return null;
      if (kind === "first_to") return { code: "game", values: { number: game } };
      return kind === "fixed" ? { code: "game_of", values: { number: game, of: games } }
        : { code: "game_of_match", values: { game, games } };
    },
    // The line above the heading. A round of medal matches shows no number to its players.
    subtitle: function (view) {
      var kind = view.match && view.match.kind, meeting = view.meeting;
      var game = meeting ? this.gameMessage(view.next, meeting.games, kind) : null;
      if (this.isMedalMatch(view)) return game;
      if (!view.round) return null;
      var values = { number: view.round.number, of: view.round.of };
      if (!meeting || meeting.games < 2) return { code: "game_of", values };
      if (!game) return { code: "match_of", values };
      return { code: "match_and_game", values: { number: view.round.number, of: view.round.of, game } };
    },
    isMedalMatch: (view) => {
      var several = Boolean(view.meeting && view.meeting.games > 1 && view.match && view.match.kind === "best_of");
      return several && !(view.rules && view.rules.stage === 1);
    },
    // The score of the match, {code, values}; null where a round is one game.
    score: (view) => {
      if (!view.meeting || view.meeting.games < 2 || !view.score) return null;
      var prefix = view.match.by ? "match_points_" : "match_games_";
      return { code: prefix + (view.next ? "now" : "over"), values: { score: view.score.join("–") } };
    },
    // Where a player of this table goes next.
    move: (move) => {
      if (move.stays) return { code: "stays", values: { name: move.name, letter: move.letter } };
      if (move.table) return { code: "goes", values: { name: move.name, table: move.table, letter: move.letter } };
      return { code: "goes_nowhere", values: { name: move.name } };
    },
    // The state of a result in the list of results.
    listCode: (state) => ({ kept: "list_kept", later: "list_kept", not_your_table: "list_kept", conflict: "list_conflict", refused: "list_refused" }[state] || "list_received"),
    // The first tablet, {device, label}, that asks to report for this table too and was not turned away here, or null.
    newcomer: (answer, turnedAway) => (answer.newcomers || []).filter((newcomer) => turnedAway.indexOf(newcomer.device) < 0)[0] || null,
    // The announcement to the hall, or "" if there is none or its time is over. `ends` and `now` are in milliseconds.
    notice: (answer, ends, now) => {
      var notice = answer && answer.notice;
      return notice && (typeof notice.left !== "number" || now < ends) ? notice.text : "";
    },
    // The question before a call for a judge. The player of a phone may have no table: not seated yet, or sitting out.
    judgeTitle: (table) => table ? { code: "judge_title", values: { table } } : { code: "call_judge" },
    // The state of a call to the judge, {delivered: whether the desk has it}.
    callCode: (call, online) => call.delivered ? "judge_told" : online === false ? "judge_not_yet" : "connecting",
  };
})();

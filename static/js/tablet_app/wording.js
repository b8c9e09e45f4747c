// Which words a page says of what is known (situation.js): codes of words, {code, values} or {code, count, values} to be said.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  function some(found, so) { return found.games.some(so); }
  function stumbled(game) { return Boolean(game.own && game.own.state === "kept" && game.own.stumbled); }

  C.wording = {
    // The line at the bottom: [kind, icon, said]. `state` is {elsewhere, cannotKeep, unsent, online, why, member, results}.
    status: function (state) {
      var off = { unknown: "status_unknown", replaced: "status_replaced" }[state.why] || "status_off";
      if (state.elsewhere) return ["", "tablet", { code: "elsewhere" }];
      if (state.cannotKeep) return ["bad", "alert", { code: "cannot_keep" }];
      if (state.unsent && state.online === false) return ["kept", "off", { code: "status_kept", count: state.unsent }];
      if (state.unsent) return ["kept", "tablet", { code: "status_sending", count: state.unsent }];
      if (state.online === false) return ["kept", "off", { code: off }];
      if (!state.member || state.online === null) return ["", "tablet", { code: "status_none" }];
      return ["received", "check", { code: state.results ? "status_received" : "status_on" }];
    },
    // What stands over the result of a game: [kind, icon, said].
    receipt: function (game, disputed) {
      var state = game.own ? game.own.state : "desk", sent = game.own && (!game.told || game.told.line === game.own.line);
      if (disputed) return ["dispute", "alert", { code: "in_dispute" }];
      if (stumbled(game)) return ["kept", "alert", { code: "kept_stumbled" }];
      if (state === "kept" || state === "later") return ["kept", "tablet", { code: state === "later" ? "kept_later" : "kept_here" }];
      if (game.told && game.told.ruled) return ["received", "check", { code: "desk_decided" }];
      if (state === "not_your_table") return ["kept", "alert", { code: "kept_other_table" }];
      return ["received", "check", { code: sent ? "received" : "desk_has" }];
    },
    // Whether both are shown: what the desk has, and what was told here.
    both: function (game, disputed) { return Boolean(disputed && game.told && game.own && game.told.line !== game.own.line); },
    // The heading once the game is entered.
    after: function (found, phone) {
      var last = found.games[found.games.length - 1];
      if (found.disputed) return "after_dispute";
      if (some(found, function (game) { return !game.told && !game.waits; })) return "after_kept";
      return phone && !(last && last.own) ? "after_entered" : "after_received";
    },
    // What comes then: said, or null where the receipt says what to do. `reached`: what is told is new, and the desk answers.
    next: function (found, reached) {
      var playing = found.told.playing;
      if (found.disputed) return { code: "judge_decides" };
      if (some(found, function (game) { return game.waits; })) return { code: "other_side_waits" };
      if (some(found, stumbled)) return null;
      if (found.round.number === found.round.of && found.round.state === "closed") return { code: "last_game" };
      if (!reached) return { code: "places_later" };
      return playing.length ? { code: "still_playing", count: playing.length, values: { tables: playing.map(String) } } : { code: "places_soon" };
    },
    // Whether a result may be brought to the desk as a code.
    mayCarry: function (found, online) {
      return online === false && some(found, function (game) {
        return game.own && game.own.state !== "accepted" && game.own.state !== "same" && game.own.state !== "conflict";
      });
    },
    // Which game of a match; null where there is only one.
    gameOf: function (game, games, kind) {
      if (!game || games < 2) return null;
      if (kind === "first_to") return { code: "game", values: { number: game } };
      return kind === "fixed" ? { code: "game_of", values: { number: game, of: games } }
        : { code: "game_of_match", values: { game: game, games: games } };
    },
    // Above the heading. A round of medal matches has no number for those who play them.
    above: function (found) {
      var kind = found.match && found.match.kind, meeting = found.meeting;
      var game = meeting ? this.gameOf(found.next, meeting.games, kind) : null;
      if (this.medalMatch(found)) return game;
      if (!found.round) return null;
      var values = { number: found.round.number, of: found.round.of };
      if (!meeting || meeting.games < 2) return { code: "game_of", values: values };
      if (!game) return { code: "match_of", values: values };
      return { code: "match_and_game", values: { number: found.round.number, of: found.round.of, game: game } };
    },
    medalMatch: function (found) {
      var several = Boolean(found.meeting && found.meeting.games > 1 && found.match && found.match.kind === "best_of");
      return several && !(found.rules && found.rules.stage === 1);
    },
    // What the match stands at, {code, values}; null where a round is one game.
    score: function (found) {
      if (!found.meeting || found.meeting.games < 2 || !found.score) return null;
      var counted = found.match.by ? "match_points_" : "match_games_";
      return { code: counted + (found.next ? "now" : "over"), values: { score: found.score.join("–") } };
    },
    // What becomes of somebody who was here.
    move: function (move) {
      if (move.stays) return { code: "stays", values: { name: move.name, letter: move.letter } };
      if (move.table) return { code: "goes", values: { name: move.name, table: move.table, letter: move.letter } };
      return { code: "goes_nowhere", values: { name: move.name } };
    },
    // A result among the others of the day.
    listed: function (state) {
      return { kept: "list_kept", later: "list_kept", not_your_table: "list_kept", conflict: "list_conflict", refused: "list_refused" }[state] || "list_received";
    },
    // A tablet that waits to write for this table too, {device, label}, which nobody here has turned away; or null.
    newcomer: function (told, turnedAway) {
      return (told.newcomers || []).filter(function (one) { return turnedAway.indexOf(one.device) < 0; })[0] || null;
    },
    // What is said to everybody in the hall; "" where nothing is, or its end has come. `ends` and `now` in milliseconds.
    notice: function (told, ends, now) {
      var notice = told && told.notice;
      return notice && (typeof notice.left !== "number" || now < ends) ? notice.text : "";
    },
    // A judge who was called, {told}.
    call: function (called, online) { return called.told ? "judge_told" : online === false ? "judge_not_yet" : "connecting"; },
  };
})();

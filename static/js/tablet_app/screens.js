// What stands on the page while nobody is typing: who sits here, the game, and what comes then.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  var A_NAME = 24; // letters

  // A letter in the colour of its side. Six sides have six colours; nobody needs them, the letters are enough.
  C.tone = function (side) { return "side-" + "abcdef"[side]; };
  C.ring = function (letter) { return C.el("span.ring", { role: "img", "aria-label": C.t("seat", { letter: letter }) }, letter); };
  C.rings = function (letters) { return C.el("span.rings", letters.map(C.ring)); };
  // A result as this tablet kept it, in a few words: «Huguette Côté 121, Réal O'Brien 88».
  C.inShort = function (shown) {
    var points = C.pointsOf(shown);
    return C.entry.inOrder(shown).map(function (side) {
      return C.t("read_short", { name: shown.names[side], points: C.number(points[side]) });
    }).join(", ");
  };

  function above(found) { return C.say(C.wording.above(found)); }
  function card(entry, found) {
    if (!entry.games) return C.wording.medalMatch(found) ? "" : C.t("first_game");
    return [C.tn("so_far_games", entry.games), C.tn("so_far_won", entry.won), C.say(C.games[found.rules.game].soFar(entry, found.rules))].filter(Boolean).join(" · ");
  }
  // Those of one side.
  function persons(found, at) {
    return found.meeting.sides[at].entries.map(function (entry, which) {
      return C.el("span.person", [
        C.ring(found.letters[at][which] || found.meeting.sides[at].letter),
        C.el("span", [C.el("span.name" + C.long(entry.name, A_NAME), entry.name), C.el("span.so-far", card(entry, found))]),
      ]);
    });
  }
  // Everybody at the table, or one side alone.
  function people(found, alone) {
    return found.meeting.sides.map(function (side, at) {
      return alone !== undefined && alone !== null && alone !== at ? null : C.el("div.side." + C.tone(at), persons(found, at));
    });
  }
  // How many sides there are, and whether they are teams: what decides how large they can be shown.
  C.crowd = function (letters) {
    return ".of-" + letters.length + (letters.some(function (side) { return side.length > 1; }) ? ".teams" : "");
  };
  function sides(found, small) { return C.el("div.sides" + C.crowd(found.letters) + (small ? ".small" : ""), people(found)); }
  // The same as buttons: the winner is tapped.
  C.choices = function (found, tap, small) {
    return C.el("div.sides" + C.crowd(found.letters) + (small ? ".small" : ""), found.meeting.sides.map(function (side, at) {
      return C.el("button.side.of-play." + C.tone(at), { type: "button", id: "won-" + at, tap: function () { tap(found, at); } }, persons(found, at));
    }));
  };
  function dealer(found) {
    var game = C.games[found.rules.game];
    if (!game.first) return ""; // who deals is said in the hall
    if (found.deals !== null && found.deals !== undefined) return C.t("deals_first", { name: found.names[found.deals] });
    var rule = game.first[found.rules.first_deal] || game.first.cut || game.first.draw;
    return C.t(rule, { name: found.names[0] });
  }
  C.dealer = dealer;
  function deal(found) {
    var said = dealer(found);
    return said ? C.el("p.deal", [C.icon("cards"), C.el("span", said)]) : null;
  }

  // «Huguette Côté goes to table 5, seat B; Réal O'Brien stays.»
  function moves(found) {
    if (!found.moves || !found.moves.length) return null;
    return C.el("section.moves", { "aria-label": C.t("where_now") }, found.moves.map(function (move, at) {
      var words = C.el("span", C.say(C.wording.move(move)));
      words.id = "move-" + at;
      return C.el("p.move" + (move.stays ? ".is-staying" : ""), [
        C.el("span.to", { "aria-hidden": "true" }, move.stays ? [C.icon("stay")] : [C.icon("right"), move.table ? String(move.table) : "–"]),
        words,
      ]);
    }));
  }

  // A result in one line, as the desk has it or as this tablet took it.
  function line(found, game) {
    var told = game.told, own = game.own && game.own.shown;
    var of = C.games[found.rules.game], as = told && of && of.written;
    var who = found.names, winner = told ? told.winner : own.winner;
    var points = as ? of.written(told.pegged, found.rules) : told ? told.pegged : C.pointsOf(own);
    if (told && told.how !== "played") return C.t("awarded_" + (told.winner === null ? "nobody" : "somebody"), { winner: who[told.winner] });
    if (winner === null) return C.t("result_level", { points: C.inShort({ winner: winner, names: who, points: points }) });
    if (who.length > 2) return C.t("result_of_several", { winner: who[winner], points: C.inShort({ winner: winner, names: who, points: points }) });
    return C.t(found.rules.pegging === "left" ? "result_left" : "result", { winner: who[winner], loser: who[1 - winner], high: C.number(points[winner]), low: C.number(points[1 - winner]) });
  }
  // In a match the games before the last one that need nobody stand below, in a line each.
  function isSettled(found, game) {
    return game !== found.games[found.games.length - 1] && !found.disputed && C.wording.receipt(game, false)[0] === "received";
  }
  function earlier(found) {
    var lines = found.games.filter(function (game) { return isSettled(found, game); });
    if (!lines.length) return null;
    return C.el("ul.match-games", lines.map(function (game) {
      return C.el("li", [C.el("span", C.t("game_result", { number: game.number, result: line(found, game) })), correctEarlier(found, game)]);
    }));
  }
  function results(found) {
    return found.games.filter(function (game) { return !isSettled(found, game); }).map(function (game) {
      var said = C.wording.receipt(game, found.disputed), several = found.meeting.games > 1;
      return C.box(said[0], said[1], [
        C.p(C.say(said[2]), "receipt"),
        C.p(several ? C.t("game_result", { number: game.number, result: line(found, game) }) : line(found, game), "line"),
        C.wording.both(game, found.disputed)
          ? C.p(C.t("told_here", { result: line(found, { own: game.own }) }), "line") : null,
        game.told && found.rules.game ? C.p(C.say(C.games[found.rules.game].told(game.told, found.rules)), "worth") : null,
      ]);
    });
  }
  // Where teams meet on boards: how their match stands, then board by board.
  function boards(found) {
    var lines = found.meeting.boards;
    return lines && C.el("details.boards", [C.el("summary", lines[0]), C.el("ul", lines.slice(1).map(function (line) {
      return C.el("li", line);
    }))]);
  }
  // What the match stands at, large: everybody at the table reads it.
  function score(found) {
    var said = C.wording.score(found);
    if (!said || !found.games.length) return null;
    return C.el("section.match-score", { "aria-label": C.say(said) }, found.meeting.sides.map(function (side, at) {
      return C.el("div." + C.tone(at), { "aria-hidden": "true" }, [
        C.el("span", C.list(found.letters[at])), C.el("strong", C.number(found.score[at])),
      ]);
    }).concat([C.el("p", { "aria-hidden": "true" }, C.say({ code: said.code + "_short" }))]));
  }
  function penalties(found) {
    return (found.meeting.penalties || []).map(function (one) { return C.box("dispute", "alert", [C.p(one.sentence, "receipt")]); });
  }
  function correct(found) {
    var own = C.situations.correctable(found), byHands = own && own.body.data.hands && found.rules.sheet;
    return own ? C.button("correct", C.t("correct"), function () {
      if (byHands) C.tools.hands.open(found, own);
      else C.begin(found, own);
    }, { kind: "quiet", icon: "pencil" }) : null;
  }
  // An earlier game of a match that this tablet has written.
  function correctEarlier(found, game) {
    var own = C.situations.earlier(found).filter(function (one) { return one.body.game === game.number; })[0];
    return own ? C.button("correct-" + game.number, C.t("correct_game", { number: game.number }), function () {
      C.begin(found, own);
    }, { kind: "quiet", icon: "pencil" }) : null;
  }
  function carry(found) {
    return C.wording.mayCarry(found, C.day.online)
      ? C.button("qr", C.t("show_code"), function () { C.open("qr"); }, { icon: "qr" }) : null;
  }
  function next(found) {
    var said = C.wording.next(found, C.day.fresh && C.day.online !== false);
    return said ? C.p(C.say(said), "what-next") : null;
  }
  // How the game may be entered: by buttons, or where they are null by a tap on the winner.
  function ways(found) {
    if (!found.told.may_report || C.situations.cardsGoToTheDesk(found)) return [];
    var game = C.games[found.rules.game], own = game.ways && game.ways(found);
    if (own) return own;
    return game.asksWinner ? null : [C.button("done", C.t("we_are_done"), function () { C.begin(found); }, { kind: "main", icon: "flag" })];
  }
  function cards(found) {
    return C.el("section.cards" + C.crowd(found.letters), { "aria-label": C.t("cards_so_far") }, people(found, found.mine));
  }

  // At a table it is asked who sits here; on a phone it is said where its player sits.
  function where(found) {
    if (found.mine === null) return C.t("who_sits_here");
    return C.t("your_seat", { table: found.meeting.table, letter: C.list(found.letters[found.mine]) });
  }
  // Before one's own report: that the other side has sent theirs, or that nothing is reported here.
  function reported(found) {
    if (C.situations.cardsGoToTheDesk(found)) return C.p(C.t("cards_to_the_desk"), "what-next");
    if (!found.told.may_report) return C.p(C.t("report_at_table"), "what-next");
    return found.meeting.state === "waiting" ? C.p(C.t("other_has_reported"), "what-next") : null;
  }

  // Where nobody, or nobody else, should sit: those who do can say so.
  function somebody(found) {
    if (found.round.state !== "open" || found.told.entry) return null;
    return C.el("div.actions", [C.button("others", C.t("others_here"), function () { C.open("others"); }, { kind: "quiet", icon: "others" })]);
  }

  var screens = C.screens = {
    before: function () { return [C.title(C.t("welcome")), C.el("div.read", [C.p(C.t("before"), "sentence")])]; },
    empty: function (found) {
      return [C.title(C.t("nobody_here"), above(found)), moves(found), C.el("div.read", [C.p(C.t("nobody_here_more"), "what-next")]), somebody(found)];
    },
    bye: function (found) {
      return [
        C.title(C.t("bye", { name: found.meeting.sides[0].entries[0].name }), above(found)), moves(found),
        C.el("div.read", [C.p(C.t("bye_more"), "what-next")]), somebody(found),
      ];
    },
    seats: function (found) {
      var head = C.title(where(found), above(found)); // it gets the focus: those who go are read with it
      head.firstChild.setAttribute("aria-describedby", (found.moves || []).map(function (move, at) { return "move-" + at; }).join(" "));
      return [
        moves(found), head, sides(found),
        C.el("div.actions", [
          C.button("others", C.t("we_are_others"), function () { C.open("others"); }, { icon: "others" }),
          C.button("us", C.t("this_is_us"), function () { C.store.keep("ours", found.meeting.uid); C.show(); }, { kind: "main", icon: "check" }),
        ]),
      ];
    },
    wait: function (found) {
      return [C.title(C.t("wait_for_start"), above(found)), sides(found), deal(found), C.el("div.actions", [
        C.button("others", C.t("we_are_others"), function () { C.open("others"); }, { kind: "quiet", icon: "others" }),
      ]), boards(found)];
    },
    playing: function (found) {
      var buttons = ways(found), tools = C.phone || C.situations.cardsGoToTheDesk(found) ? [] : C.games[found.rules.game].tools(found);
      var seldom = correct(found) || C.button("others", C.t("we_are_others"), function () { C.open("others"); }, { kind: "quiet", icon: "others" });
      return [C.title(C.t("play"), above(found)), score(found)].concat(results(found), penalties(found), buttons ? [
        sides(found, found.games.length > 0),
      ] : [C.p(C.t("tap_winner"), "what-next"), C.choices(found, C.won, found.games.length)], [
        reported(found),
        C.el("div.during", [C.clockLine(), deal(found), C.el("div.tools", buttons ? tools : tools.concat(seldom))]),
        buttons ? C.el("div.actions", [seldom].concat(buttons)) : null,
        earlier(found), boards(found),
      ]);
    },
    after: function (found) {
      return [C.title(C.t(C.wording.after(found, C.phone)), above(found)), score(found)].concat(results(found), penalties(found), [
        next(found), cards(found),
        C.el("div.actions", [correct(found), carry(found)]),
        earlier(found), boards(found),
      ]);
    },
    refused: function (found) {
      return [
        C.title(C.t("refused"), above(found)),
        C.box("dispute", "alert", [C.p(found.refused.sentence, "receipt"), C.p(C.inShort(found.refused.shown), "line")]),
        C.el("div.actions", [C.button("again", C.t("enter_again"), function () {
          found.refused.dismissed = true;
          C.store.keepResult(found.refused).then(function () {
            var body = found.refused.body;
            if (body.data.hands && body.kind === "claim" && body.game === found.next) C.tools.hands.again(found, found.refused);
            C.show();
          });
        }, { kind: "main", icon: "pencil" })]),
      ];
    },
  };

  // The screen of a situation: {key, sign, build}.
  C.screenOf = function (found) {
    return {
      key: [found.mode, found.meeting && found.meeting.uid, found.next, found.disputed].join(" "),
      sign: [
        found.meeting, found.games, found.moves, found.round && [found.round.number, found.round.of, found.round.state], C.clockRuns(),
        found.told.playing, found.told.may_report, found.refused, found.ours, C.day.online === false, C.day.fresh,
        C.asksAbout(found),
      ],
      build: function () {
        var nodes = screens[found.mode](found);
        nodes.splice(1, 0, C.newcomer(found));
        return nodes;
      },
    };
  };
})();

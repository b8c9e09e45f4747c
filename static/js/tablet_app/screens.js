// The screens of a table while no dialog and no entry is open: who sits here, the game, and where to go next.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  var LONG_NAME = 24; // letters

  // The colour of a side, one of six; the letters alone tell the sides apart.
  C.tone = (side) => "side-" + "abcdef"[side];
  C.ring = (letter) => C.el("span.ring", { role: "img", "aria-label": C.t("seat", { letter }) }, letter);
  C.rings = (letters) => C.el("span.rings", letters.map(C.ring));
  // A result kept here in one line: «Huguette Côté 121, Réal O'Brien 88».
  C.shortResult = (shown) => {
    var points = C.pointsOf(shown);
    return C.entry.readingOrder(shown).map((side) => C.t("read_short", { name: shown.names[side], points: C.number(points[side]) })).join(", ");
  };
  // The game of a result kept here.
  C.gameOf = (result) => C.text(C.wording.gameMessage(result.body.game, result.shown.games, result.shown.match)) || C.t("game", { number: result.shown.round });

  function subtitle(view) { return C.text(C.wording.subtitle(view)); }
  function cardText(entry, view) {
    if (!entry.games) return C.wording.isMedalMatch(view) ? "" : C.t("first_game");
    return [C.tn("so_far_games", entry.games), C.tn("so_far_won", entry.won), C.text(C.games[view.rules.game].total(entry, view.rules))].filter(Boolean).join(" · ");
  }
  // The people of one side.
  function persons(view, index) {
    return view.meeting.sides[index].entries.map((entry, i) => {
      return C.el("span.person", [
        C.ring(view.letters[index][i] || view.meeting.sides[index].letter),
        C.el("span", [C.el("span.name" + C.longClass(entry.name, LONG_NAME), entry.name), C.el("span.so-far", cardText(entry, view))]),
      ]);
    });
  }
  // All sides, or one side alone.
  function sideBoxes(view, only) {
    return view.meeting.sides.map((side, i) => only !== undefined && only !== null && only !== i ? null : C.el("div.side." + C.tone(i), persons(view, i)));
  }
  // The number of sides, and whether they are teams, for their size.
  C.crowdClass = (letters) => ".of-" + letters.length + (letters.some((side) => side.length > 1) ? ".teams" : "");
  function sides(view, small) { return C.el("div.sides" + C.crowdClass(view.letters) + (small ? ".small" : ""), sideBoxes(view)); }
  // The sides as buttons: a tap on the winner.
  C.winnerButtons = (view, onTap, small) => {
    return C.el("div.sides" + C.crowdClass(view.letters) + (small ? ".small" : ""), view.meeting.sides.map((side, i) => {
      return C.el("button.side.of-play." + C.tone(i), { type: "button", id: "won-" + i, tap: () => { onTap(view, i); } }, persons(view, i));
    }));
  };
  function dealerSentence(view) {
    var game = C.games[view.rules.game];
    if (!game.firstDeal) return ""; // announced in the hall
    if (view.deals !== null && view.deals !== undefined) return C.t("deals_first", { name: view.names[view.deals] });
    var rule = game.firstDeal[view.rules.first_deal] || game.firstDeal.cut || game.firstDeal.draw;
    return C.t(rule, { name: view.names[0] });
  }
  C.dealerSentence = dealerSentence;
  function dealerLine(view) {
    var sentence = dealerSentence(view);
    return sentence ? C.el("p.deal", [C.icon("cards"), C.el("span", sentence)]) : null;
  }

  // «Huguette Côté goes to table 5, seat B; Réal O'Brien stays.»
  function moves(view) {
    if (!view.moves || !view.moves.length) return null;
    return C.el("section.moves", { "aria-label": C.t("where_now") }, view.moves.map((move, i) => {
      var text = C.el("span", C.text(C.wording.move(move)));
      text.id = "move-" + i;
      return C.el("p.move" + (move.stays ? ".is-staying" : ""), [
        C.el("span.to", { "aria-hidden": "true" }, move.stays ? [C.icon("stay")] : [C.icon("right"), move.table ? String(move.table) : "–"]),
        text,
      ]);
    }));
  }

  // A result in one line: the desk's, or our own.
  function resultLine(view, game) {
    var desk = game.desk, own = game.own && game.own.shown;
    var gameType = C.games[view.rules.game], converts = desk && gameType && gameType.asWritten;
    var names = view.names, winner = desk ? desk.winner : own.winner;
    var points = converts ? gameType.asWritten(desk.pegged, view.rules) : desk ? desk.pegged : C.pointsOf(own);
    if (desk && desk.how !== "played") return C.t("awarded_" + (desk.winner === null ? "nobody" : "somebody"), { winner: names[desk.winner] });
    if (winner === null) return C.t("result_level", { points: C.shortResult({ winner, names, points }) });
    if (names.length > 2) return C.t("result_of_several", {
      winner: names[winner], points: C.shortResult({ winner, names, points })
    });
    return C.t(view.rules.pegging === "left" ? "result_left" : "result", {
      winner: names[winner], loser: names[1 - winner], high: C.number(points[winner]), low: C.number(points[1 - winner])
    });
  }
  // Earlier games that need no action stand below, in one line each.
  function isSettled(view, game) {
    return game !== view.games[view.games.length - 1] && !view.disputed && C.wording.receipt(game, false)[0] === "received";
  }
  function earlierGames(view) {
    var games = view.games.filter((game) => isSettled(view, game));
    if (!games.length) return null;
    return C.el("ul.match-games", games.map((game) => C.el("li", [
      C.el("span", C.t("game_result", { number: game.number, result: resultLine(view, game) })), earlierButton(view, game),
    ])));
  }
  function resultBoxes(view) {
    return view.games.filter((game) => !isSettled(view, game)).map((game) => {
      var receipt = C.wording.receipt(game, view.disputed), several = view.meeting.games > 1;
      return C.box(receipt[0], receipt[1], [
        C.p(C.text(receipt[2]), "receipt"),
        C.p(several ? C.t("game_result", { number: game.number, result: resultLine(view, game) }) : resultLine(view, game), "line"),
        C.wording.showsBoth(game, view.disputed)
          ? C.p(C.t("told_here", { result: resultLine(view, { own: game.own }) }), "line") : null,
        game.desk && view.rules.game ? C.p(C.text(C.games[view.rules.game].worthLine(game.desk, view.rules)), "worth") : null,
      ]);
    });
  }
  // In a match of teams on boards: its state, then one line per board.
  function boards(view) {
    var lines = view.meeting.boards;
    return lines && C.el("details.boards", [C.el("summary", lines[0]), C.el("ul", lines.slice(1).map((line) => C.el("li", line)))]);
  }
  // The score of the match, in large type.
  function scoreBox(view) {
    var message = C.wording.score(view);
    if (!message || !view.games.length) return null;
    return C.el("section.match-score", { "aria-label": C.text(message) }, view.meeting.sides.map((side, i) => {
      return C.el("div." + C.tone(i), { "aria-hidden": "true" }, [
        C.el("span", C.list(view.letters[i])), C.el("strong", C.number(view.score[i])),
      ]);
    }).concat([C.el("p", { "aria-hidden": "true" }, C.text({ code: message.code + "_short" }))]));
  }
  function penalties(view) {
    return (view.meeting.penalties || []).map((penalty) => C.box("dispute", "alert", [C.p(penalty.sentence, "receipt")]));
  }
  function correctButton(view) {
    var own = C.situations.correctable(view), byHands = own && own.body.data.hands && view.rules.sheet;
    return own ? C.button("correct", C.t("correct"), () => {
      if (byHands) C.tools.hands.open(view, own);
      else C.beginEntry(view, own);
    }, { kind: "quiet", icon: "pencil" }) : null;
  }
  // For an earlier game of a match that this tablet has sent.
  function earlierButton(view, game) {
    var own = C.situations.correctableEarlier(view).filter((result) => result.body.game === game.number)[0];
    return own ? C.button("correct-" + game.number, C.t("correct_game", { number: game.number }), () => {
      C.beginEntry(view, own);
    }, { kind: "quiet", icon: "pencil" }) : null;
  }
  function carryButton(view) {
    return C.wording.mayCarry(view, C.tournament.online)
      ? C.button("qr", C.t("show_code"), () => { C.open("qr"); }, { icon: "qr" }) : null;
  }
  function nextHint(view) {
    var message = C.wording.nextMessage(view, C.tournament.fresh && C.tournament.online !== false);
    return message ? C.p(C.text(message), "what-next") : null;
  }
  // The buttons that begin the entry; null where a tap on the winner begins it.
  function entryButtons(view) {
    if (!view.answer.may_report || C.situations.cardsGoToTheDesk(view)) return [];
    var game = C.games[view.rules.game], buttons = game.entryButtons && game.entryButtons(view);
    if (buttons) return buttons;
    return game.asksWinner ? null : [C.button("done", C.t("we_are_done"), () => { C.beginEntry(view); }, { kind: "main", icon: "flag" })];
  }
  function cards(view) {
    return C.el("section.cards" + C.crowdClass(view.letters), { "aria-label": C.t("cards_so_far") }, sideBoxes(view, view.mine));
  }

  // A tablet asks who sits here; a phone shows where its player sits.
  function seatTitle(view) {
    if (view.mine === null) return C.t("who_sits_here");
    return C.t("your_seat", { table: view.meeting.table, letter: C.list(view.letters[view.mine]) });
  }
  // Before our own report: the other side has sent theirs, or reports are not made here.
  function reportHint(view) {
    if (C.situations.cardsGoToTheDesk(view)) return C.p(C.t("cards_to_the_desk"), "what-next");
    if (!view.answer.may_report) return C.p(C.t("report_at_table"), "what-next");
    return view.meeting.state === "waiting" ? C.p(C.t("other_has_reported"), "what-next") : null;
  }

  // People sit at a table that should be empty, or beside a bye.
  function othersButton(view) {
    if (view.round.state !== "open" || view.answer.entry) return null;
    return C.el("div.actions", [C.button("others", C.t("others_here"), () => { C.open("others"); }, { kind: "quiet", icon: "others" })]);
  }

  var screens = C.screens = {
    before: () => [C.title(C.t("welcome")), C.el("div.read", [C.p(C.t("before"), "sentence")])],
    empty: (view) => {
      return [
        C.title(C.t("nobody_here"), subtitle(view)), moves(view),
        C.el("div.read", [C.p(C.t("nobody_here_more"), "what-next")]), othersButton(view)
      ];
    },
    bye: (view) => {
      return [
        C.title(C.t("bye", { name: view.meeting.sides[0].entries[0].name }), subtitle(view)), moves(view),
        C.el("div.read", [C.p(C.t("bye_more"), "what-next")]), othersButton(view),
      ];
    },
    seats: (view) => {
      var head = C.title(seatTitle(view), subtitle(view)); // gets the focus: the moves are read out with it
      head.firstChild.setAttribute("aria-describedby", (view.moves || []).map((move, i) => "move-" + i).join(" "));
      return [
        moves(view), head, sides(view),
        C.el("div.actions", [
          C.button("others", C.t("we_are_others"), () => { C.open("others"); }, { icon: "others" }),
          C.button("us", C.t("this_is_us"), () => { C.store.save("ours", view.meeting.uid); C.show(); }, { kind: "main", icon: "check" }),
        ]),
      ];
    },
    wait: (view) => {
      return [C.title(C.t("wait_for_start"), subtitle(view)), sides(view), dealerLine(view), C.el("div.actions", [
        C.button("others", C.t("we_are_others"), () => { C.open("others"); }, { kind: "quiet", icon: "others" }),
      ]), boards(view)];
    },
    playing: (view) => {
      var buttons = entryButtons(view), tools = C.phone || C.situations.cardsGoToTheDesk(view) ? [] : C.games[view.rules.game].tools(view);
      var quietButton = correctButton(view) || C.button("others", C.t("we_are_others"), () => {
        C.open("others");
      }, { kind: "quiet", icon: "others" });
      return [C.title(C.t("play"), subtitle(view)), scoreBox(view)].concat(resultBoxes(view), penalties(view), buttons ? [
        sides(view, view.games.length > 0),
      ] : [C.p(C.t("tap_winner"), "what-next"), C.winnerButtons(view, C.enterWinner, view.games.length)], [
        reportHint(view),
        C.el("div.during", [C.clockLine(), dealerLine(view), C.el("div.tools", buttons ? tools : tools.concat(quietButton))]),
        buttons ? C.el("div.actions", [quietButton].concat(buttons)) : null,
        earlierGames(view), boards(view),
      ]);
    },
    after: (view) => {
      return [C.title(C.t(C.wording.afterTitle(view, C.phone)), subtitle(view)), scoreBox(view)].concat(resultBoxes(view), penalties(view), [
        nextHint(view), cards(view),
        C.el("div.actions", [correctButton(view), carryButton(view)]),
        earlierGames(view), boards(view),
      ]);
    },
    refused: (view) => {
      var refused = view.refused, action = C.wording.refusedAction(refused, view.meeting && view.meeting.uid), isAgain = action === "enter_again";
      return [
        C.title(C.t("refused"), isAgain ? subtitle(view) : C.gameOf(refused)),
        C.box("dispute", "alert", [C.p(refused.sentence, "receipt"), C.p(C.shortResult(refused.shown), "line")]),
        C.el("div.actions", [C.button("again", C.t(action), () => {
          refused.dismissed = true;
          C.store.saveResult(refused).then(() => {
            var body = refused.body;
            if (isAgain && body.data.hands && body.kind === "claim" && body.game === view.next) C.tools.hands.reopen(view, refused);
            C.show();
          });
        }, { kind: "main", icon: isAgain ? "pencil" : "check" })]),
      ];
    },
  };

  // The screen of a view: {key, sign, build}. A new `key` moves the focus, a new `sign` only builds the screen again.
  C.screenOf = (view) => {
    return {
      key: [view.mode, view.meeting && view.meeting.uid, view.next, view.disputed, view.refused && view.refused.body.nonce].join(" "),
      content: [
        view.meeting, view.games, view.moves, view.round && [view.round.number, view.round.of, view.round.state], C.hasClock(),
        view.answer.playing, view.answer.may_report, view.refused, view.ours, C.tournament.online === false, C.tournament.fresh,
        C.pendingNewcomer(view),
      ],
      build: () => {
        var nodes = screens[view.mode](view);
        nodes.splice(1, 0, C.newcomerBox(view));
        return nodes;
      },
    };
  };
})();

// The sheet of a game of gin, hand by hand: one row per hand with the winner's new total underlined, in Hollywood three games
// side by side. hand_model.js describes the state of this tool.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var gin = C.ginSheet, model = C.handModel, DOUBLE_TAP_MS = 400;
  var lastTap = 0;

  function people(view) { return model.people(view.meeting.sides, view.rules.sheet, view.names); }
  function sheetOf(view) { return gin.sheet(C.tool().hands, view.rules.sheet, C.tool().dealer); }
  // Prevents that a double tap takes back (or puts back) two hands.
  function ignoreDoubleTap(action) {
    return () => {
      if (performance.now() - lastTap < DOUBLE_TAP_MS) return;
      lastTap = performance.now();
      action();
    };
  }
  function takeBack() { C.updateTool(model.takeBack(C.tool())); }
  function putBack() { C.updateTool(model.putBack(C.tool())); }

  // The table

  function tableHead(view, sheet) {
    var several = sheet.games.length > 1;
    var sides = [].concat.apply([], sheet.games.map((game, index) => {
      return view.names.map((name, side) => {
        return C.el("th." + C.tone(side) + (side ? "" : ".opens"), { scope: "col" }, [
          C.el("span.column-side", [C.rings(view.letters[side]), C.el("span" + (several ? ".unseen" : ".name"), name)]),
        ]);
      });
    }));
    var numberHead = C.el("th.number", { scope: "col", rowspan: several ? 2 : null }, C.t("column_hand"));
    if (!several) return C.el("thead", [C.el("tr", [numberHead, C.el("th.how", { scope: "col" }, C.t("column_how"))].concat(sides))]);
    return C.el("thead", [
      C.el("tr", [numberHead].concat(sheet.games.map((game, index) => {
        return C.el("th.opens.of-game" + (game.winner === null ? "" : ".is-closed"), { scope: "colgroup", colspan: 2 }, [
          C.t("game", { number: index + 1 }), game.winner === null ? null : C.el("span.game-closed", [C.icon("check"), C.t("game_closed")]),
        ]);
      }))),
      C.el("tr", sides),
    ]);
  }
  // How a hand ended, who scored how much, and the fines: for teams one entry per pair.
  function handSummary(row, view) {
    var several = row.scores.length > 1, players = people(view);
    return [].concat.apply([], row.scores.map((score, index) => {
      function letter(place) { return players[row.meetings[index].players[place]].letters.join(""); }
      var label = C.t("how_" + score.how), plus = score.winner === null ? null : C.el("span.plus", " +" + score.points);
      var fines = score.fines.map((points, place) => points ? C.el("span.fine", letter(place) + " \u2212" + points) : null);
      if (several) label = score.winner === null ? "0" : letter(score.winner);
      return [index ? " \u00b7 " : null, label, plus].concat(fines);
    }));
  }
  function columns(sheet, buildCell) {
    return [].concat.apply([], sheet.games.map((game, index) => game.points.map((_, side) => buildCell(game.points.length * index + side, game, side))));
  }
  function handRow(row, sheet, view) {
    var firstCells = sheet.games.length > 1 // beside three games there is no room for a second column
      ? [C.el("th.number", { scope: "row" }, [row.number + " ", C.el("span.how", handSummary(row, view))])]
      : [C.el("th.number", { scope: "row" }, String(row.number)), C.el("td.how", handSummary(row, view))];
    return C.el("tr", firstCells.concat(columns(sheet, (index, game, side) => {
      var cell = row.cells[index], text = cell.total === null ? "" : C.number(cell.total);
      return C.el("td." + C.tone(side) + (side ? "" : ".opens"), [
        cell.underlined ? C.el("span.underlined", [text, C.el("span.unseen", C.t("won_this_hand"))]) : text]);
    })));
  }
  // The rows below the hands: during the game only points and boxes, at its end all of the final account.
  function tableFoot(view, sheet) {
    var openCodes = ["written", "boxes"];
    return C.el("tfoot", sheet.footers.filter((footer) => sheet.over || openCodes.indexOf(footer.code) >= 0).map((footer) => {
      return C.el("tr.foot-" + footer.code, [C.el("th", { scope: "row", colspan: sheet.games.length > 1 ? null : 2 },
        C.t("foot_" + footer.code + (footer.code === "shutout" && view.rules.mode === "three" ? "_three" : ""))
      )].concat(columns(sheet, (index, game, side) => {
        var value = footer.numbers[index];
        return C.el("td." + C.tone(side) + (side ? "" : ".opens"), value === null ? "" : C.number(value));
      })));
    }));
  }
  function table(view, sheet) {
    return C.el("table.sheet" + (sheet.games.length > 1 ? ".of-three" : ""), [
      C.el("caption.unseen", C.t("sheet_caption")), tableHead(view, sheet),
      C.el("tbody", sheet.rows.map((row) => handRow(row, sheet, view))), tableFoot(view, sheet),
    ]);
  }

  // The screen

  function title(view, sheet) {
    return sheet.over ? C.t("sheet_won", { name: view.names[sheet.winner] }) : C.t("hand", { number: sheet.rows.length + 1 });
  }
  function subtitle(view, tool) {
    var gameName = C.text(C.wording.gameMessage(tool.game, view.meeting.games, view.match.kind)) || C.t("game", { number: view.round.number });
    return tool.corrects ? C.t("correcting", { game: gameName }) : gameName;
  }
  // The score of the last hand, the next dealer, and the buttons to take a hand back or put it back.
  function lastHand(view, sheet, tool) {
    var row = sheet.rows[sheet.rows.length - 1];
    var putBackButton = tool.taken.length
      ? C.button("put-back", C.t("put_hand_back", { number: sheet.rows.length + 1 }), ignoreDoubleTap(putBack), { kind: "seldom", icon: "again" })
      : null;
    var sentences = row ? [C.text(model.handMessages(tool.hands[row.number - 1], row, view.rules.sheet, people(view), view.names))]
      : [tool.corrects ? "" : C.dealerSentence(view)];
    if (sheet.over && row.scores.length > 1) sentences = [];
    if (sheet.over) sentences.push(resultText(view, sheet));
    else if (row && sheet.dealer !== null && sheet.meetings.length === 1)
      sentences.push(C.t("deals_next", { name: people(view)[sheet.dealer].name }));
    return C.el("div.last-hand", [
      message(sentences.join(" ")),
      C.el("div.row", [
        putBackButton,
        row ? C.button("take-back", C.t("take_hand_back", { number: row.number }), ignoreDoubleTap(takeBack), { kind: "seldom", icon: "delete" })
          : null,
      ]),
    ]);
  }
  function message(text) {
    var node = C.p(text, "consequence");
    node.id = "last-hand"; // sheetScreen sets it as the description of the heading, which gets the focus
    return node;
  }
  function resultText(view, sheet) {
    var winner = sheet.winner, loser = 1 - winner;
    if (sheet.totals.length > 2) return "";
    return C.t("result", {
      winner: view.names[winner], loser: view.names[loser], high: C.number(sheet.totals[winner]), low: C.number(sheet.totals[loser]) });
  }
  // Names the letters in the column heads, which have no room for names.
  function legend(view) {
    var columns = view.names.map((name, side) => C.el("span.side." + C.tone(side), [C.rings(view.letters[side]), C.el("span.name", name)]));
    return C.el("p.columns-of" + (view.rules.sheet.hollywood ? "" : ".when-narrow"), { "aria-hidden": "true" }, columns);
  }
  function finish(view, sheet, tool) {
    C.beginEntry(view, tool.corrects ? view.own[tool.game] : null, { winner: sheet.winner, points: sheet.totals, hands: tool.hands });
  }
  function sheetScreen(view) {
    var tool = C.tool(), sheet = sheetOf(view);
    var leave = tool.corrects ? () => { C.closeTool(); C.show(); } : C.hideTool;
    var mainButton = sheet.over
      ? C.button("done", C.t("we_are_done"), () => { finish(view, sheet, tool); }, { kind: "main", icon: "flag" })
      : C.button("write", C.t("write_hand", { number: sheet.rows.length + 1 }), () => {
        C.hands.begin(view);
      }, { kind: "main", icon: "pencil" });
    var heading = C.title(title(view, sheet), subtitle(view, tool));
    heading.firstChild.setAttribute("aria-describedby", "last-hand");
    setTimeout(() => { window.scrollTo(0, document.body.scrollHeight); }, 0); // the last hand of a long sheet is at the bottom
    return [
      heading, legend(view),
      table(view, sheet), lastHand(view, sheet, tool), C.el("div.actions", [C.backButton(leave, C.t("back_to_table")), mainButton]),
    ];
  }

  C.tools = C.tools || {};
  C.tools.hands = {
    // Opens the sheet of this game. `correcting`: a result of this tablet that was entered by hands; its sheet is opened instead.
    open: (view, correcting) => {
      if (!correcting) {
        C.openTool("hands", view, model.newSheet(model.firstDealer(view)));
        return;
      }
      C.store.save("tool", model.reopenedSheet(correcting, view.meeting.uid, C.tool()));
      C.show();
    },
    // Opens a sheet that the desk refused, with its hands.
    reopen: (view, refused) => {
      C.openTool("hands", view, model.newSheet(model.firstDealer(view), refused.body.data.hands));
    },
    screen: (view) => {
      var tool = C.tool(), step = tool.hand ? tool.hand.step : "sheet", buildScreen = C.hands.steps[step] || sheetScreen;
      return {
        key: [tool.hand ? "hand" : "sheet", tool.meeting, tool.game, step, tool.hands.length, (tool.results || []).length].join(" "),
        content: [view.names, view.rules.sheet, tool.taken.length, tool.hand && [tool.hand.rank, tool.hand.suit]],
        build: () => buildScreen(view, tool.hand),
      };
    },
  };

  // The buttons that start the entry of a game: by the totals of a sheet of paper, or hand by hand during the game.
  C.games.gin.entryButtons = (view) => {
    if (!view.rules.sheet || C.phone) return null; // a sheet belongs to both players, not to one phone
    var tool = C.tool(), isOfGame = tool && tool.name === "hands" && tool.meeting === view.meeting.uid && tool.game === view.next;
    var isBegun = isOfGame && tool.hands.length;
    return [
      C.button("done", C.t("only_totals"), () => { C.beginEntry(view); }, { icon: "flag" }),
      C.button("hands", isBegun ? C.t("go_on_with_hand", { number: tool.hands.length + 1 }) : C.t("write_each_hand"), () => {
        C.tools.hands.open(view);
      }, { kind: "main", icon: "pencil" }),
    ];
  };
})();

// The running sheet of a game of gin: a row a hand, the winner's new total underlined; three games side by side in Hollywood.
// In the tool: {hands, hand: the one being written or null, results: of its other pairs, taken: hands taken back, dealer, corrects: nonce or null}.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var gin = C.ginSheet, model = C.handModel, PAUSE = 400;
  var tapped = 0;

  function people(found) { return model.people(found.meeting.sides, found.rules.sheet, found.names); }
  function sheetOf(found) { return gin.sheet(C.tool().hands, found.rules.sheet, C.tool().dealer); }
  // The second of two fast taps must not take a second hand back.
  function once(doIt) {
    return function () {
      if (performance.now() - tapped < PAUSE) return;
      tapped = performance.now();
      doIt();
    };
  }
  function takeBack() { C.keepTool(model.takeBack(C.tool())); }
  function putBack() { C.keepTool(model.putBack(C.tool())); }

  // The table

  function heads(found, sheet) {
    var several = sheet.games.length > 1;
    var sides = [].concat.apply([], sheet.games.map(function (game, at) {
      return found.names.map(function (name, side) {
        return C.el("th." + C.tone(side) + (side ? "" : ".opens"), { scope: "col" }, [
          C.el("span.column-side", [C.rings(found.letters[side]), C.el("span" + (several ? ".unseen" : ".name"), name)]),
        ]);
      });
    }));
    var first = C.el("th.number", { scope: "col", rowspan: several ? 2 : null }, C.t("column_hand"));
    if (!several) return C.el("thead", [C.el("tr", [first, C.el("th.how", { scope: "col" }, C.t("column_how"))].concat(sides))]);
    return C.el("thead", [
      C.el("tr", [first].concat(sheet.games.map(function (game, at) {
        return C.el("th.opens.of-game" + (game.winner === null ? "" : ".is-closed"), { scope: "colgroup", colspan: 2 }, [
          C.t("game", { number: at + 1 }), game.winner === null ? null : C.el("span.game-closed", [C.icon("check"), C.t("game_closed")]),
        ]);
      }))),
      C.el("tr", sides),
    ]);
  }
  function how(row, found) {
    var several = row.scores.length > 1, everybody = people(found);
    return [].concat.apply([], row.scores.map(function (score, at) {
      function letter(place) { return everybody[row.meetings[at].players[place]].letters.join(""); }
      var said = C.t("how_" + score.how), plus = score.winner === null ? null : C.el("span.plus", " +" + score.points);
      var fines = score.fines.map(function (points, place) { return points ? C.el("span.fine", letter(place) + " \u2212" + points) : null; });
      if (several) said = score.winner === null ? "0" : letter(score.winner);
      return [at ? " \u00b7 " : null, said, plus].concat(fines);
    }));
  }
  function columns(sheet, cell) {
    return [].concat.apply([], sheet.games.map(function (game, at) {
      return game.points.map(function (_, side) { return cell(game.points.length * at + side, game, side); });
    }));
  }
  function line(row, sheet, found) {
    var first = sheet.games.length > 1 // three games leave no room for a column of its own
      ? [C.el("th.number", { scope: "row" }, [row.number + " ", C.el("span.how", how(row, found))])]
      : [C.el("th.number", { scope: "row" }, String(row.number)), C.el("td.how", how(row, found))];
    return C.el("tr", first.concat(columns(sheet, function (at, game, side) {
      var cell = row.cells[at], text = cell.total === null ? "" : C.number(cell.total);
      return C.el("td." + C.tone(side) + (side ? "" : ".opens"), [cell.underlined ? C.el("span.underlined", [text, C.el("span.unseen", C.t("won_this_hand"))]) : text]);
    })));
  }
  // Below the hands: while the game goes on only what stands now, at its end all that is worked out.
  function foot(found, sheet) {
    var short = ["written", "boxes"];
    return C.el("tfoot", sheet.footers.filter(function (footer) { return sheet.over || short.indexOf(footer.code) >= 0; }).map(function (footer) {
      return C.el("tr.foot-" + footer.code, [C.el("th", { scope: "row", colspan: sheet.games.length > 1 ? null : 2 }, C.t("foot_" + footer.code + (footer.code === "shutout" && found.rules.mode === "three" ? "_three" : "")))].concat(columns(sheet, function (at, game, side) {
        var value = footer.numbers[at];
        return C.el("td." + C.tone(side) + (side ? "" : ".opens"), value === null ? "" : C.number(value));
      })));
    }));
  }
  function table(found, sheet) {
    return C.el("table.sheet" + (sheet.games.length > 1 ? ".of-three" : ""), [
      C.el("caption.unseen", C.t("sheet_caption")), heads(found, sheet),
      C.el("tbody", sheet.rows.map(function (row) { return line(row, sheet, found); })), foot(found, sheet),
    ]);
  }

  // The screen

  function title(found, sheet) {
    return sheet.over ? C.t("sheet_won", { name: found.names[sheet.winner] }) : C.t("hand", { number: sheet.rows.length + 1 });
  }
  function above(found, tool) {
    var where = C.say(C.wording.gameOf(tool.game, found.meeting.games, found.match.kind)) || C.t("game", { number: found.round.number });
    return tool.corrects ? C.t("correcting", { game: where }) : where;
  }
  // What the last hand gave, who deals now, and the way to take it back.
  function last(found, sheet, tool) {
    var row = sheet.rows[sheet.rows.length - 1];
    var taken = tool.taken.length ? C.button("put-back", C.t("put_hand_back", { number: sheet.rows.length + 1 }), once(putBack), { kind: "seldom", icon: "again" }) : null;
    var said = row ? [C.say(model.toldOfHand(tool.hands[row.number - 1], row, found.rules.sheet, people(found), found.names))] : [tool.corrects ? "" : C.dealer(found)];
    if (sheet.over && row.scores.length > 1) said = [];
    if (sheet.over) said.push(end(found, sheet));
    else if (row && sheet.dealer !== null && sheet.meetings.length === 1) said.push(C.t("deals_next", { name: people(found)[sheet.dealer].name }));
    return C.el("div.last-hand", [
      told(said.join(" ")),
      C.el("div.row", [
        taken, row ? C.button("take-back", C.t("take_hand_back", { number: row.number }), once(takeBack), { kind: "seldom", icon: "delete" }) : null,
      ]),
    ]);
  }
  function told(text) {
    var node = C.p(text, "consequence");
    node.id = "last-hand"; // the heading, which gets the focus, is described by it
    return node;
  }
  function end(found, sheet) {
    var winner = sheet.winner, loser = 1 - winner;
    if (sheet.totals.length > 2) return "";
    return C.t("result", { winner: found.names[winner], loser: found.names[loser], high: C.number(sheet.totals[winner]), low: C.number(sheet.totals[loser]) });
  }
  // Whose letters these are, where the heads of the columns have no room for names.
  function legend(found) {
    return C.el("p.columns-of" + (found.rules.sheet.hollywood ? "" : ".when-narrow"), { "aria-hidden": "true" }, found.names.map(function (name, side) {
      return C.el("span.side." + C.tone(side), [C.rings(found.letters[side]), C.el("span.name", name)]);
    }));
  }
  function finish(found, sheet, tool) {
    C.begin(found, tool.corrects ? found.own[tool.game] : null, { winner: sheet.winner, points: sheet.totals, hands: tool.hands });
  }
  function running(found) {
    var tool = C.tool(), sheet = sheetOf(found);
    var leave = tool.corrects ? function () { C.closeTool(); C.show(); } : C.putToolAway;
    var go = sheet.over
      ? C.button("done", C.t("we_are_done"), function () { finish(found, sheet, tool); }, { kind: "main", icon: "flag" })
      : C.button("write", C.t("write_hand", { number: sheet.rows.length + 1 }), function () { C.hands.begin(found); }, { kind: "main", icon: "pencil" });
    var head = C.title(title(found, sheet), above(found, tool));
    head.firstChild.setAttribute("aria-describedby", "last-hand");
    setTimeout(function () { window.scrollTo(0, document.body.scrollHeight); }, 0); // a long sheet: the last hand is what is wanted
    return [
      head, legend(found),
      table(found, sheet), last(found, sheet, tool), C.el("div.actions", [C.back(leave, C.t("back_to_table")), go]),
    ];
  }

  C.tools = C.tools || {};
  C.tools.hands = {
    // `correcting` is a result of this tablet that was written hand by hand: its sheet is opened again.
    open: function (found, correcting) {
      if (!correcting) {
        C.openTool("hands", found, model.fresh(model.dealer(found)));
        return;
      }
      C.store.keep("tool", model.reopened(correcting, found.meeting.uid, C.tool()));
      C.show();
    },
    // A sheet that the desk could not take is opened again as it was.
    again: function (found, refused) {
      C.openTool("hands", found, model.fresh(model.dealer(found), refused.body.data.hands));
    },
    screen: function (found) {
      var tool = C.tool(), step = tool.hand ? tool.hand.step : "sheet", build = C.hands.steps[step] || running;
      return {
        key: [tool.hand ? "hand" : "sheet", tool.meeting, tool.game, step, tool.hands.length, (tool.results || []).length].join(" "),
        sign: [found.names, found.rules.sheet, tool.taken.length, tool.hand && [tool.hand.rank, tool.hand.suit]],
        build: function () { return build(found, tool.hand); },
      };
    },
  };

  // How a game of gin is entered: hand by hand as it goes, or by the totals of a sheet of paper.
  C.games.gin.ways = function (found) {
    if (!found.rules.sheet || C.phone) return null; // a sheet is kept by both
    var tool = C.tool(), begun = tool && tool.name === "hands" && tool.game === found.next && tool.hands.length;
    return [
      C.button("done", C.t("only_totals"), function () { C.begin(found); }, { icon: "flag" }),
      C.button("hands", begun ? C.t("go_on_with_hand", { number: tool.hands.length + 1 }) : C.t("write_each_hand"), function () {
        C.tools.hands.open(found);
      }, { kind: "main", icon: "pencil" }),
    ];
  };
})();

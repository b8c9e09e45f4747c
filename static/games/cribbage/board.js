// The pegging board: each side taps its points during the game, and the board computes the result. Two sides have one half of the
// screen each, with keys for frequent points; where there is no room for that, one taps the side first. Every tap is stored.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  // A second touch within this time is ignored: on the same key, and on a key that has just appeared under the finger.
  var P = C.pegging, DOUBLE_TAP_MS = 300;
  var narrow = window.matchMedia("(max-width: 700px)");
  var askedSide = null; // the side for which all possible points are shown
  var parts = null; // the nodes that a tap changes
  var currentScreen = ""; // "taps", "all " with a side, or "over"
  var message = "", isError = false, lastTouch = { key: "", time: -DOUBLE_TAP_MS, moved: false };

  function taps() { return C.tool().taps; }
  function rulesOf(view) { return view.rules; }
  function pegs(view) { return P.pegs(taps(), view.names.length, rulesOf(view)); }
  function result(view) { return P.result(taps(), view.names.length, rulesOf(view)); }
  // Whether each side has keys of its own.
  function hasOwnKeys(view) { return view.names.length === 2 || (view.names.length === 3 && !narrow.matches); }
  function leave() { askedSide = null; message = ""; C.hideTool(); }

  // Touches

  // `moved` says that the screen changed under the finger: then a second touch is a double tap on any key.
  function acceptTouch(key, event) {
    var time = event.timeStamp, isRepeat = (lastTouch.moved || lastTouch.key === key) && time - lastTouch.time < DOUBLE_TAP_MS;
    lastTouch = { key, time, moved: isRepeat && lastTouch.moved };
    return !isRepeat;
  }
  function saveTaps(view, newTaps, text) {
    C.store.save("tool", { ...C.tool(), taps: newTaps });
    message = text;
    isError = false;
    refresh(view);
  }
  function refresh(view) {
    var side = askedSide, previousScreen = currentScreen;
    askedSide = null;
    C.show();
    update();
    lastTouch.moved = currentScreen !== previousScreen;
    if (side === null || result(view)) return;
    var button = document.querySelector('[data-id="' + (hasOwnKeys(view) ? "more-" : "side-") + side + '"]');
    if (button) button.focus({ preventScroll: true });
  }
  function tapPoints(view, side, points, event) {
    if (!acceptTouch(side + " " + points, event)) return;
    var previousFront = pegs(view)[side].front, outcome = P.tap(taps(), view.names.length, rulesOf(view), side, points);
    if (outcome.refused) {
      message = outcome.refused === "from_116" ? C.t("board_single") : "";
      isError = true;
      refresh(view);
      return;
    }
    var front = P.pegs(outcome.taps, view.names.length, rulesOf(view))[side].front;
    saveTaps(view, outcome.taps, [C.tn("board_said", points, { name: view.names[side], total: front })]
      .concat(milestoneMessages(view, previousFront, front)).join(" "));
  }
  function askPoints(side, event) {
    if (!acceptTouch("ask " + side, event)) return;
    askedSide = side;
    C.show();
    lastTouch.moved = true;
  }
  // A message when single points no longer count from here, or when a skunk line is passed; otherwise [].
  function milestoneMessages(view, previousFront, front) {
    var rules = rulesOf(view);
    if (P.losesSingle(front, rules) && !P.losesSingle(previousFront, rules)) return [C.t("board_from_here")];
    return rules.skunks.filter((skunk) => previousFront < skunk.under && front >= skunk.under && front < rules.target)
      .slice(0, 1).map((skunk) => C.t("board_past_" + skunk.level));
  }
  function undoTap(view, side, event) {
    var last = pegs(view)[side].last;
    if (!last || !acceptTouch("undo " + side, event)) return;
    var remaining = P.undo(taps(), side), front = P.pegs(remaining, view.names.length, rulesOf(view))[side].front;
    saveTaps(view, remaining, C.tn("board_taken_back", last, { name: view.names[side], total: front }));
  }
  // Starts the entry of the result, which the opponents confirm. The game may have changed meanwhile: it is checked again.
  function finish(view, event) {
    if (!acceptTouch("over", event)) return;
    var latest = C.situation();
    if (latest.mode === "playing" && latest.meeting.uid === C.tool().meeting && latest.next === C.tool().game)
      C.beginEntry(latest, null, result(view));
    else C.show();
  }

  // Parts of the screens

  function pointKey(view, side, points) {
    return C.el("button.point", {
      type: "button", id: "point-" + side + "-" + points, "aria-label": C.tn("board_key", points, { name: view.names[side] }),
      tap: (event) => { tapPoints(view, side, points, event); },
    }, String(points));
  }
  function undoKey(view, side) {
    return C.el("button.point.word.undo", { type: "button", id: "undo-" + side, tap: (event) => { undoTap(view, side, event); } }, [
      C.icon("undo"), C.el("span", ""),
    ]);
  }
  function sideHead(view, side) {
    return {
      total: C.el("p.total", "0"), last: C.el("p.last", ""), left: C.el("p.left-to-go", ""),
      node: function () {
        return C.el("div.half-head", [
          C.rings(view.letters[side]), C.el("p.name", view.names[side]), C.el("div.so-far-line", [this.left, this.last]), this.total,
        ]);
      },
    };
  }
  function sideHalf(view, side) {
    var head = sideHead(view, side), undoButton = undoKey(view, side),
      keys = P.frequentPoints.map((points) => pointKey(view, side, points));
    parts.sides.push({ head, undo: undoButton, single: keys[0] });
    return C.el("section.half." + C.tone(side), { role: "group", "aria-label": view.names[side] }, [
      head.node(),
      C.el("div.points", keys.concat([
        C.el("button.point.word.more", {
          type: "button", id: "more-" + side, "aria-label": C.t("board_more_of", { name: view.names[side] }),
          tap: (event) => { askPoints(side, event); },
        }, C.t("board_more")), undoButton,
      ])),
    ]);
  }
  function sideTile(view, side) {
    var head = sideHead(view, side), node = C.el("button.half.tile." + C.tone(side), {
      type: "button", id: "side-" + side, tap: (event) => { askPoints(side, event); },
    }, head.node());
    parts.sides.push({ head, tile: node });
    return node;
  }
  // A button for two players who sit opposite each other: turns one half of the screen around.
  function facingButton(view) {
    if (view.names.length !== 2 || result(view)) return null;
    return C.button("facing", C.t("board_facing"), () => {
      C.updateTool({ turned: !C.tool().turned });
      update();
    }, { kind: "facing", icon: "turn", pressed: Boolean(C.tool().turned) });
  }
  // The wooden board: the back button, the message about the last tap, and the tracks.
  function plank(view, fewSides) {
    var sides = view.names.map((name, side) => ({ letter: view.letters[side][0], tone: C.tone(side) }));
    parts.message = C.el("p.board-said", { role: "status" }, "");
    parts.board = C.boardDrawing(sides, rulesOf(view), narrow.matches ? "tall" : "wide");
    return C.el("div.plank" + (fewSides ? "" : ".of-many"), [
      C.el("div.plank-row", [
        C.button("leave", C.t("back_to_table"), leave, { kind: "leave", icon: "back" }), parts.message, fewSides ? facingButton(view) : null,
      ]), parts.board.node,
    ]);
  }
  function update() {
    if (!parts || !parts.message.isConnected) return;
    var view = parts.view, positions = pegs(view), rules = rulesOf(view);
    parts.message.textContent = message || C.t("board_how");
    parts.message.className = "board-said" + (isError ? " is-wrong" : "");
    parts.board.show(positions);
    parts.board.node.setAttribute("aria-label", C.t("board_picture", { points: C.shortResult({
      winner: 0, names: view.names, points: positions.map((position) => position.front),
    }) }));
    parts.sides.forEach((nodes, side) => { updateSide(nodes, positions[side], view, side, rules); });
  }
  function updateSide(nodes, position, view, side, rules) {
    nodes.head.total.textContent = String(position.front);
    nodes.head.last.textContent = position.last ? "+" + position.last : "";
    nodes.head.left.textContent = C.t("board_to_go", { count: Math.max(0, rules.target - position.front) });
    if (nodes.tile) nodes.tile.setAttribute("aria-label", C.t("board_side", { name: view.names[side], total: position.front }));
    if (!nodes.undo) return;
    updateUndo(nodes.undo, position, view, side);
    nodes.single.setAttribute("aria-disabled", String(P.losesSingle(position.front, rules)));
  }
  function updateUndo(button, position, view, side) {
    button.lastChild.textContent = position.last ? C.t("board_undo_points", { points: position.last }) : C.t("board_undo");
    button.setAttribute("aria-disabled", String(!position.last));
    button.setAttribute("aria-label", position.last ? C.tn("board_undo_of", position.last, { name: view.names[side] }) : C.t("board_undo"));
  }

  // The three screens

  function tapScreen(view) {
    parts = { view, sides: [] };
    var buildSide = hasOwnKeys(view) ? sideHalf : sideTile, plankNode = plank(view, true);
    var nodes = [
      C.el("h1.unseen", { tabindex: "-1", id: "title" }, C.t("board")), plankNode,
      C.el("div.halves.of-" + view.names.length + (hasOwnKeys(view) ? ".direct" : ".tiles") + (C.tool().turned ? ".turned" : ""),
        view.names.map((name, side) => buildSide(view, side))),
    ];
    setTimeout(update, 0);
    return nodes;
  }
  // A key for each number of points that one event can have.
  function pointsScreen(view, side) {
    parts = null;
    var position = pegs(view)[side], undoButton = undoKey(view, side),
      keys = P.eventPoints.map((points) => pointKey(view, side, points));
    updateUndo(undoButton, position, view, side);
    keys[0].setAttribute("aria-disabled", String(P.losesSingle(position.front, rulesOf(view))));
    return [
      C.title(C.t("board_how_many", { name: view.names[side] }), C.t("board_stands", { total: position.front })),
      C.el("div.all-points." + C.tone(side), keys.concat([
        undoButton, C.el("button.point.word.never-mind", {
          type: "button", id: "never-mind", tap: () => { message = ""; isError = false; refresh(view); }
        }, C.t("back")),
      ])),
    ];
  }
  function resultScreen(view, gameResult) {
    var winner = gameResult.winner, names = view.names, points = gameResult.points,
      losers = C.losers({ winner, names }), hasSeveral = losers.length > 1;
    var plankNode, last;
    parts = { view, sides: [] };
    plankNode = plank(view, losers.length < 3); // with many losers there is little room, and their points come first
    last = pegs(view)[winner].last;
    setTimeout(update, 0);
    return [
      plankNode,
      C.el("div.won." + C.tone(winner), [
        C.rings(view.letters[winner]),
        C.title(hasSeveral ? C.t("read_won_with", { name: names[winner], points: points[winner] })
          : C.t("result", { winner: names[winner], loser: names[losers[0]], high: points[winner], low: points[losers[0]] })),
        hasSeveral ? C.el("ul.behind", losers.map((side) => C.el("li", C.t("read_short", { name: names[side], points: points[side] })))) : null,
        C.p(C.text(C.games.cribbage.consequence({ winner, names, points }, rulesOf(view))), "consequence"),
      ]),
      C.el("div.actions", [
        C.button("undo-" + winner, C.tn("board_undo_of", last, { name: names[winner] }), (event) => {
          undoTap(view, winner, event);
        }, { icon: "undo" }),
        C.button("over", C.t("board_over"), (event) => { finish(view, event); }, { kind: "main", icon: "flag" }),
      ]),
    ];
  }

  C.games.cribbage.tools = (view) => {
    var tool = C.tool(), score = tool && tool.name === "board" && tool.meeting === view.meeting.uid && tool.game === view.next && tool.taps.length
      ? pegs(view).map((position) => position.front).join(" – ") : "";
    return [C.button("board", score ? C.t("board_go_on", { points: score }) : C.t("board"), () => {
      C.tools.board.open(C.situation());
    }, { icon: "board" })];
  };
  C.tools.board = {
    open: (view) => {
      askedSide = null;
      message = "";
      isError = false;
      C.openTool("board", view, { taps: [] });
    },
    screen: (view) => {
      var gameResult = result(view), screenName = gameResult ? "over" : askedSide === null ? "taps" : "all " + askedSide;
      return {
        key: ["board", view.meeting.uid, view.next, screenName].join(" "),
        content: [view.names, view.rules, narrow.matches, gameResult, C.tool().turned],
        build: () => {
          currentScreen = screenName;
          return gameResult ? resultScreen(view, gameResult) : askedSide === null ? tapScreen(view) : pointsScreen(view, askedSide);
        },
      };
    },
  };
  window.addEventListener("resize", () => { if (C.started) C.show(); });
})();

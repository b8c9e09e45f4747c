// The pegging board: each side taps its points as the game goes, and the result falls out of it. Two sides have a half each with
// the points that are frequent; where there is no room for that, one taps on the side first. Every tap is kept on the tablet.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var P = C.pegging, TREMOR = 300; // a finger that touches again so soon has not meant the same key twice, nor what came under it
  var narrow = window.matchMedia("(max-width: 700px)");
  var asking = null; // the side whose points are asked among all that there are
  var parts = null;  // the nodes that a tap changes
  var seen = "";     // which of the three pictures is on the screen
  var said = "", wrong = false, touched = { key: "", at: -TREMOR, moved: false };

  function taps() { return C.tool().taps; }
  function rulesOf(found) { return found.rules; }
  function pegs(found) { return P.pegs(taps(), found.names.length, rulesOf(found)); }
  function result(found) { return P.result(taps(), found.names.length, rulesOf(found)); }
  // Whether every side has keys of its own.
  function direct(found) { return found.names.length === 2 || (found.names.length === 3 && !narrow.matches); }
  function leave() { asking = null; said = ""; C.putToolAway(); }

  // What a finger does

  function meant(key, event) {
    var at = event.timeStamp, twice = (touched.moved || touched.key === key) && at - touched.at < TREMOR;
    touched = { key: key, at: at, moved: twice && touched.moved };
    return !twice;
  }
  function keep(found, now, text) {
    C.store.keep("tool", Object.assign({}, C.tool(), { taps: now }));
    said = text;
    wrong = false;
    show(found);
  }
  function show(found) {
    var side = asking, before = seen;
    asking = null;
    C.show();
    update();
    touched.moved = seen !== before;
    if (side === null || result(found)) return;
    var again = document.querySelector('[data-id="' + (direct(found) ? "more-" : "side-") + side + '"]');
    if (again) again.focus({ preventScroll: true });
  }
  function tap(found, side, points, event) {
    if (!meant(side + " " + points, event)) return;
    var before = pegs(found)[side].front, done = P.tap(taps(), found.names.length, rulesOf(found), side, points);
    if (done.refused) {
      said = done.refused === "from_116" ? C.t("board_single") : "";
      wrong = true;
      show(found);
      return;
    }
    var after = P.pegs(done.taps, found.names.length, rulesOf(found))[side].front;
    keep(found, done.taps, [C.tn("board_said", points, { name: found.names[side], total: after })].concat(passed(found, before, after)).join(" "));
  }
  function ask(side, event) {
    if (!meant("ask " + side, event)) return;
    asking = side;
    C.show();
    touched.moved = true;
  }
  // What it means to have come that far.
  function passed(found, before, after) {
    var rules = rulesOf(found);
    if (P.noSingle(after, rules) && !P.noSingle(before, rules)) return [C.t("board_from_here")];
    return rules.skunks.filter(function (skunk) { return before < skunk.under && after >= skunk.under && after < rules.target; })
      .slice(0, 1).map(function (skunk) { return C.t("board_past_" + skunk.level); });
  }
  function undo(found, side, event) {
    var last = pegs(found)[side].last;
    if (!last || !meant("undo " + side, event)) return;
    var now = P.undo(taps(), side), left = P.pegs(now, found.names.length, rulesOf(found))[side].front;
    keep(found, now, C.tn("board_taken_back", last, { name: found.names[side], total: left }));
  }
  // The result is read back by the others, on what the page knows now.
  function goOn(found, event) {
    if (!meant("over", event)) return;
    var now = C.situation();
    if (now.mode === "playing" && now.meeting.uid === C.tool().meeting && now.next === C.tool().game) C.begin(now, null, result(found));
    else C.show();
  }

  // What is seen

  function key(found, side, points) {
    return C.el("button.point", {
      type: "button", id: "point-" + side + "-" + points, "aria-label": C.tn("board_key", points, { name: found.names[side] }),
      tap: function (event) { tap(found, side, points, event); },
    }, String(points));
  }
  function undoKey(found, side) {
    return C.el("button.point.word.undo", { type: "button", id: "undo-" + side, tap: function (event) { undo(found, side, event); } }, [
      C.icon("undo"), C.el("span", ""),
    ]);
  }
  function head(found, side) {
    return {
      total: C.el("p.total", "0"), last: C.el("p.last", ""), left: C.el("p.left-to-go", ""),
      node: function () {
        return C.el("div.half-head", [
          C.rings(found.letters[side]), C.el("p.name", found.names[side]), C.el("div.so-far-line", [this.left, this.last]), this.total,
        ]);
      },
    };
  }
  function half(found, side) {
    var top = head(found, side), back = undoKey(found, side), keys = P.often.map(function (points) { return key(found, side, points); });
    parts.sides.push({ head: top, undo: back, single: keys[0] });
    return C.el("section.half." + C.tone(side), { role: "group", "aria-label": found.names[side] }, [
      top.node(),
      C.el("div.points", keys.concat([
        C.el("button.point.word.more", {
          type: "button", id: "more-" + side, "aria-label": C.t("board_more_of", { name: found.names[side] }),
          tap: function (event) { ask(side, event); },
        }, C.t("board_more")), back,
      ])),
    ]);
  }
  function tile(found, side) {
    var top = head(found, side), node = C.el("button.half.tile." + C.tone(side), {
      type: "button", id: "side-" + side, tap: function (event) { ask(side, event); },
    }, top.node());
    parts.sides.push({ head: top, tile: node });
    return node;
  }
  // Two who sit opposite, with the tablet between them.
  function facing(found) {
    if (found.names.length !== 2 || result(found)) return null;
    return C.button("facing", C.t("board_facing"), function () {
      C.keepTool({ turned: !C.tool().turned });
      update();
    }, { kind: "facing", icon: "turn", pressed: Boolean(C.tool().turned) });
  }
  // The wood: the way back, what has just happened, and the tracks.
  function plank(found, few) {
    var sides = found.names.map(function (name, side) { return { letter: found.letters[side][0], tone: C.tone(side) }; });
    parts.said = C.el("p.board-said", { role: "status" }, "");
    parts.board = C.boardDrawing(sides, rulesOf(found), narrow.matches ? "tall" : "wide");
    return C.el("div.plank" + (few ? "" : ".of-many"), [
      C.el("div.plank-row", [
        C.button("leave", C.t("back_to_table"), leave, { kind: "leave", icon: "back" }), parts.said, few ? facing(found) : null,
      ]), parts.board.node,
    ]);
  }
  function update() {
    if (!parts || !parts.said.isConnected) return;
    var found = parts.found, stand = pegs(found), rules = rulesOf(found);
    parts.said.textContent = said || C.t("board_how");
    parts.said.className = "board-said" + (wrong ? " is-wrong" : "");
    parts.board.show(stand);
    parts.board.node.setAttribute("aria-label", C.t("board_picture", { points: C.inShort({
      winner: 0, names: found.names, points: stand.map(function (own) { return own.front; }),
    }) }));
    parts.sides.forEach(function (shown, side) { updateSide(shown, stand[side], found, side, rules); });
  }
  function updateSide(shown, own, found, side, rules) {
    shown.head.total.textContent = String(own.front);
    shown.head.last.textContent = own.last ? "+" + own.last : "";
    shown.head.left.textContent = C.t("board_to_go", { count: Math.max(0, rules.target - own.front) });
    if (shown.tile) shown.tile.setAttribute("aria-label", C.t("board_side", { name: found.names[side], total: own.front }));
    if (!shown.undo) return;
    updateUndo(shown.undo, own, found, side);
    shown.single.setAttribute("aria-disabled", String(P.noSingle(own.front, rules)));
  }
  function updateUndo(node, own, found, side) {
    node.lastChild.textContent = own.last ? C.t("board_undo_points", { points: own.last }) : C.t("board_undo");
    node.setAttribute("aria-disabled", String(!own.last));
    node.setAttribute("aria-label", own.last ? C.tn("board_undo_of", own.last, { name: found.names[side] }) : C.t("board_undo"));
  }

  // The three pictures

  function tapping(found) {
    parts = { found: found, sides: [] };
    var own = direct(found) ? half : tile, wood = plank(found, true);
    var nodes = [
      C.el("h1.unseen", { tabindex: "-1", id: "title" }, C.t("board")), wood,
      C.el("div.halves.of-" + found.names.length + (direct(found) ? ".direct" : ".tiles") + (C.tool().turned ? ".turned" : ""),
        found.names.map(function (name, side) { return own(found, side); })),
    ];
    setTimeout(update, 0);
    return nodes;
  }
  // Every number that one event can be worth.
  function allPoints(found, side) {
    parts = null;
    var own = pegs(found)[side], back = undoKey(found, side), keys = P.all.map(function (points) { return key(found, side, points); });
    updateUndo(back, own, found, side);
    keys[0].setAttribute("aria-disabled", String(P.noSingle(own.front, rulesOf(found))));
    return [
      C.title(C.t("board_how_many", { name: found.names[side] }), C.t("board_stands", { total: own.front })),
      C.el("div.all-points." + C.tone(side), keys.concat([
        back, C.el("button.point.word.never-mind", { type: "button", id: "never-mind", tap: function () { said = ""; wrong = false; show(found); } }, C.t("back")),
      ])),
    ];
  }
  function over(found, end) {
    var won = end.winner, names = found.names, points = end.points, losers = C.losers({ winner: won, names: names }), several = losers.length > 1;
    var wood, last;
    parts = { found: found, sides: [] };
    wood = plank(found, losers.length < 3); // what is read comes first where there is little room
    last = pegs(found)[won].last;
    setTimeout(update, 0);
    return [
      wood,
      C.el("div.won." + C.tone(won), [
        C.rings(found.letters[won]),
        C.title(several ? C.t("read_won_with", { name: names[won], points: points[won] })
          : C.t("result", { winner: names[won], loser: names[losers[0]], high: points[won], low: points[losers[0]] })),
        several ? C.el("ul.behind", losers.map(function (side) { return C.el("li", C.t("read_short", { name: names[side], points: points[side] })); })) : null,
        C.p(C.say(C.games.cribbage.consequence({ winner: won, names: names, points: points }, rulesOf(found))), "consequence"),
      ]),
      C.el("div.actions", [
        C.button("undo-" + won, C.tn("board_undo_of", last, { name: names[won] }), function (event) { undo(found, won, event); }, { icon: "undo" }),
        C.button("over", C.t("board_over"), function (event) { goOn(found, event); }, { kind: "main", icon: "flag" }),
      ]),
    ];
  }

  C.games.cribbage.tools = function (found) {
    var old = C.tool(), stand = old && old.name === "board" && old.meeting === found.meeting.uid && old.game === found.next && old.taps.length
      ? pegs(found).map(function (own) { return own.front; }).join(" – ") : "";
    return [C.button("board", stand ? C.t("board_go_on", { points: stand }) : C.t("board"), function () { C.tools.board.open(C.situation()); }, { icon: "board" })];
  };
  C.tools.board = {
    open: function (found) {
      asking = null;
      said = "";
      wrong = false;
      C.openTool("board", found, { taps: [] });
    },
    screen: function (found) {
      var end = result(found), view = end ? "over" : asking === null ? "taps" : "all " + asking;
      return {
        key: ["board", found.meeting.uid, found.next, view].join(" "),
        sign: [found.names, found.rules, narrow.matches, end, C.tool().turned],
        build: function () { seen = view; return end ? over(found, end) : asking === null ? tapping(found) : allPoints(found, asking); },
      };
    },
  };
  window.addEventListener("resize", function () { if (C.started) C.show(); });
})();

// The entry of a game: who won, the points on our own keypad, and the read-back that the opponents accept. The draft
// (entry_model.js) belongs to one game of one meeting; it is dropped once the desk has moved on.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LONG_NAME = 24, LONG_SENTENCE = 46; // letters
  var READ_MS = 1500; // the read-back ignores taps meant for the screen before
  var TREMOR_MS = 300; // the second tap of a trembling finger would hit the new keypad
  var acceptedNonce = null;
  var parts = null; // the nodes of the keypad on the screen

  function getDraft() {
    var draft = C.store.get("draft");
    return draft && draft.points ? draft : null; // an older version kept its draft in another form
  }
  function updateDraft(changes) {
    C.store.save("draft", { ...getDraft(), ...changes });
    C.show();
  }
  function rulesOf(view) { return C.games[view.rules.game]; }

  C.draft = getDraft;
  C.dropDraft = () => { C.store.save("draft", null); };
  // `filled`, {winner, points, hands}, is the result of a tool: it goes straight to the read-back.
  C.beginEntry = (view, corrected, filled) => {
    var blank = { names: view.names, winner: null }, first = C.entry.steps(rulesOf(view), blank, view.rules)[0];
    C.store.save("draft", C.entry.newDraft(view, C.nonce(), first, corrected, filled, rulesOf(view).perSide));
    C.show();
  };
  // The winner was tapped on the game's own page.
  C.enterWinner = (view, side) => {
    C.store.save("draft", C.entry.newDraft(view, C.nonce(), "winner"));
    chooseWinner(view, side);
  };
  function moveStep(view, offset) {
    var draft = getDraft(), step = C.entry.stepFrom(draft, C.entry.steps(rulesOf(view), draft, view.rules), offset);
    if (step === null) { C.dropDraft(); C.show(); return; }
    updateDraft({ step });
  }
  function backButton(view, text) { return C.backButton(() => { moveStep(view, -1); }, text); }
  function gameLabel(draft) {
    var label = C.text(C.wording.gameMessage(draft.game, draft.games, draft.match)) || C.t("game", { number: draft.round });
    return draft.kind === "correction" ? C.t("correcting", { game: label }) : label;
  }

  function chooseWinner(view, side) {
    C.store.save("draft", C.entry.withWinner(getDraft(), side, rulesOf(view).fixedPoints(view.rules)));
    moveStep(view, 1);
  }
  // Who has won, where that was not tapped on the game's page.
  function winnerStep(view, draft) {
    return [
      C.title(C.t("who_won"), gameLabel(draft)),
      C.winnerButtons(view, chooseWinner),
      C.el("div.actions", [backButton(view)]),
    ];
  }

  // Our own keys: the tablet's keyboard would cover half of the page.
  function pointsStep(view, draft) {
    var game = rulesOf(view), index = Number(draft.step.split(" ")[1]), side = index % draft.names.length, won = side === draft.winner;
    var nextButton = C.button("next", C.t("next"), () => { confirmPoints(view); }, { kind: "main", icon: "right" });
    parts = {
      index, won, view, next: nextButton, shownAt: performance.now(),
      pad: C.pad(press, nextButton, game.keys && game.keys(view.rules)),
      hint: C.p(C.text(game.hint(won, view.rules, index)), "hint"), message: C.el("p.consequence", { "aria-live": "polite" }, ""),
    };
    update();
    return [
      C.title(C.t(codeFor(game.question, view.rules, index), { name: draft.names[side] }), gameLabel(draft)),
      C.el("div.keypad-step", [
        C.el("div.typed", [parts.pad.screen, parts.hint, parts.message]),
        parts.pad.keys,
        C.el("div.actions", [backButton(view), parts.next]),
      ]),
    ];
  }
  function update() {
    var draft = getDraft(), game = rulesOf(parts.view), text = draft.points[parts.index], rules = parts.view.rules;
    var error = text === "" ? null : game.error(parts.won, text, rules, draft, parts.index);
    parts.pad.screen.textContent = text.replace("-", "\u2212");
    parts.message.className = "consequence" + (error ? " is-wrong" : "");
    parts.hint.hidden = Boolean(error);
    parts.message.textContent = C.text(error || (parts.won ? null : game.consequence(draft, rules)));
    parts.next.setAttribute("aria-disabled", String(!game.isComplete(parts.won, text, rules, draft, parts.index)));
  }
  function press(key, event) {
    if (event && event.detail && event.timeStamp - parts.shownAt < TREMOR_MS) return;
    var view = parts.view, game = rulesOf(view), old = getDraft(), digit = /\d/.test(key);
    if (digit && isFull(old, game, view)) old = C.entry.withKey(old, parts.index, "clear"); // it was full: a new number begins
    var draft = C.entry.withKey(old, parts.index, key, game.digits);
    if (!game.asksWinner) draft.winner = game.winner(draft, view.rules);
    C.store.save("draft", draft);
    if (digit && isFull(draft, game, view)) moveStep(view, 1);
    else update();
  }
  // Whether the last number is full: then the read-back comes at once.
  function isFull(draft, game, view) {
    return C.entry.steps(game, draft, view.rules).slice(-2)[0] === draft.step && C.entry.isFull(game, parts.won, view.rules, draft, parts.index);
  }
  function confirmPoints(view) {
    var draft = getDraft(), text = draft.points[parts.index];
    if (rulesOf(view).isComplete(parts.won, text, view.rules, draft, parts.index)) { moveStep(view, 1); return; }
    if (text !== "") return;
    parts.message.textContent = C.t("type_points");
    parts.message.className = "consequence is-wrong";
  }

  // A game has one code for all rules, or a function that returns it.
  function codeFor(codes, rules, index) { return typeof codes === "function" ? codes(rules, index) : codes; }
  // The opponents check the result, and one of them accepts it.
  function readBackStep(view, draft) {
    var game = rulesOf(view), losers = draft.names.filter((name, side) => side !== draft.winner);
    var consequence = C.text(game.consequence(draft, view.rules));
    var actions = C.el("div.actions.unread", [
      backButton(view, C.t("not_right")),
      C.button("accept", C.t(isSinglePerson(losers, draft) ? "accept" : "accept_any", { name: losers[0] }), () => {
        accept(view);
      }, { kind: "main", icon: "check" }),
    ]);
    actions.addEventListener("click", (event) => { if (actions.matches(".unread")) event.stopPropagation(); }, true);
    setTimeout(() => { actions.classList.remove("unread"); }, READ_MS);
    var order = C.entry.readingOrder(draft), sentences = order.map((side) => {
      return C.t(codeFor(game.readBack, view.rules)[side === draft.winner ? 0 : 1], Object.assign(
        { name: draft.names[side], points: C.number(draft.points[side]) }, game.readValues && game.readValues(draft, side)
      ));
    });
    var sizeClass = C.longClass(sentences.slice().sort((a, b) => b.length - a.length)[0], LONG_SENTENCE); // the same for all
    function scoreBox(side, index) {
      return C.el("div.score." + C.tone(side) + (side === draft.winner ? ".has-won" : ""), [
        C.rings(draft.letters[side]), C.p(sentences[index], "sentence" + sizeClass),
      ]);
    }
    return [
      C.title(C.t(losers.length > 1 ? "please_read_all" : "please_read", { name: losers[0] }), gameLabel(draft)),
      C.el("div.read" + C.crowdClass(draft.letters), [C.el("div.scores", order.map(scoreBox))].concat(
        consequence ? C.p(consequence, "consequence") : null, acceptHint(losers)
      )),
      actions,
    ];
  }
  // Who accepts: the loser, or one of several; on a phone its owner alone.
  function acceptHint(losers) {
    if (C.phone) return C.p(C.t("you_report"), "hint");
    if (losers.length < 2) return null;
    return C.p(losers.length > 2 ? C.t("one_of_many_accepts") : C.t("one_accepts", { names: C.list(losers) }), "hint");
  }
  function isSinglePerson(losers, draft) {
    return losers.length === 1 && draft.sides[draft.names.indexOf(losers[0])].length === 1 && !C.longClass(losers[0], LONG_NAME);
  }
  function accept(view) {
    var draft = getDraft();
    if (!draft || acceptedNonce === draft.nonce) return;
    acceptedNonce = draft.nonce;
    var body = C.entry.body(draft, rulesOf(view).data(draft, view.rules), new Date().toISOString()), shown = C.entry.shown(draft, view.rules.game);
    C.tournament.saveResult(body, shown).then((isStored) => {
      C.cannotKeep = !isStored;
      C.dropDraft();
      C.dropTool(draft);
      C.show();
      C.poke();
    });
  }

  // The screen of the current step, or null when nothing is being entered.
  C.entryScreen = (view) => {
    var draft = getDraft();
    if (!draft || !view.meeting) return null;
    var reason = C.entry.dropReason(draft, view);
    if (reason) {
      C.dropDraft();
      if (reason === "gone_on") C.notice = C.t("draft_dropped", { round: draft.round });
      return null;
    }
    var build = { winner: winnerStep, read: readBackStep }[draft.step] || pointsStep;
    return {
      key: ["entry", draft.meeting, draft.game, draft.step].join(" "), content: [draft.kind, draft.names],
      build: () => build(view, draft),
    };
  };
})();

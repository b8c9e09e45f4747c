// Entering a game: who won, the points of each side on a keypad of its own, and the sentence that the others accept.
// The draft (entry_model.js) belongs to one meeting and one game as they stood when it was begun; both go with the result.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var A_NAME = 24, A_SENTENCE = 46; // letters
  var TO_READ = 1500; // milliseconds before a read-back is answered: it may come under a finger that meant something else
  var TREMOR = 300; // milliseconds: a finger that trembles touches again what it has tapped, and the pad has come under it meanwhile
  var accepted = null;
  var parts = null; // the nodes of the keypad that is on the screen

  function draft() {
    var now = C.store.thing("draft");
    return now && now.points ? now : null; // an older page asked in another way
  }
  function keep(changes) {
    C.store.keep("draft", Object.assign({}, draft(), changes));
    C.show();
  }
  function rulesOf(found) { return C.games[found.rules.game]; }

  C.draft = draft;
  C.dropDraft = function () { C.store.keep("draft", null); };
  // `filled`, {winner, points, hands}, is a result that a tool has found: it is read back at once.
  C.begin = function (found, correcting, filled) {
    var fresh = { names: found.names, winner: null }, first = C.entry.steps(rulesOf(found), fresh, found.rules)[0];
    C.store.keep("draft", C.entry.begin(found, C.nonce(), first, correcting, filled, rulesOf(found).numbers));
    C.show();
  };
  // The winner was tapped on the page of the game itself.
  C.won = function (found, side) {
    C.store.keep("draft", C.entry.begin(found, C.nonce(), "winner"));
    choose(found, side);
  };
  function move(found, by) {
    var now = draft(), step = C.entry.move(now, C.entry.steps(rulesOf(found), now, found.rules), by);
    if (step === null) { C.dropDraft(); C.show(); return; }
    keep({ step: step });
  }
  function back(found, text) { return C.back(function () { move(found, -1); }, text); }
  function above(now) {
    var where = C.say(C.wording.gameOf(now.game, now.games, now.match)) || C.t("game", { number: now.round });
    return now.kind === "correction" ? C.t("correcting", { game: where }) : where;
  }

  // Who won, where that was not tapped on the page of the game.
  function choose(found, side) {
    C.store.keep("draft", C.entry.choose(draft(), side, rulesOf(found).fixed(found.rules)));
    move(found, 1);
  }
  function winner(found, now) {
    return [
      C.title(C.t("who_won"), above(now)),
      C.choices(found, choose),
      C.el("div.actions", [back(found)]),
    ];
  }

  // Points, on keys of our own: the tablet's keyboard stays away, and covers nothing.
  function points(found, now) {
    var game = rulesOf(found), at = Number(now.step.split(" ")[1]), side = at % now.names.length, won = side === now.winner;
    var next = C.button("next", C.t("next"), function () { goOn(found); }, { kind: "main", icon: "right" });
    parts = {
      at: at, won: won, found: found, next: next, since: performance.now(), pad: C.pad(press, next, game.keys && game.keys(found.rules)),
      hint: C.p(C.say(game.hint(won, found.rules, at)), "hint"), told: C.el("p.consequence", { "aria-live": "polite" }, ""),
    };
    update();
    return [
      C.title(C.t(saidBy(game.ask, found.rules, at), { name: now.names[side] }), above(now)),
      C.el("div.keypad-step", [
        C.el("div.typed", [parts.pad.screen, parts.hint, parts.told]),
        parts.pad.keys,
        C.el("div.actions", [back(found), parts.next]),
      ]),
    ];
  }
  function update() {
    var now = draft(), game = rulesOf(parts.found), text = now.points[parts.at], rules = parts.found.rules;
    var wrong = text === "" ? null : game.wrong(parts.won, text, rules, now, parts.at);
    parts.pad.screen.textContent = text.replace("-", "\u2212");
    parts.told.className = "consequence" + (wrong ? " is-wrong" : "");
    parts.hint.hidden = Boolean(wrong);
    parts.told.textContent = C.say(wrong || (parts.won ? null : game.consequence(now, rules)));
    parts.next.setAttribute("aria-disabled", String(!game.complete(parts.won, text, rules, now, parts.at)));
  }
  function press(key, event) {
    if (event && event.detail && event.timeStamp - parts.since < TREMOR) return;
    var found = parts.found, game = rulesOf(found), old = draft(), digit = /\d/.test(key);
    if (digit && full(old, game, found)) old = C.entry.press(old, parts.at, "clear"); // it was read back: another number
    var now = C.entry.press(old, parts.at, key, game.digits);
    if (!game.asksWinner) now.winner = game.winner(now, found.rules);
    C.store.keep("draft", now);
    if (digit && full(now, game, found)) move(found, 1);
    else update();
  }
  // Whether no digit may follow the last number that is asked: then it is read back at once.
  function full(now, game, found) {
    return C.entry.steps(game, now, found.rules).slice(-2)[0] === now.step && C.entry.full(game, parts.won, found.rules, now, parts.at);
  }
  function goOn(found) {
    var now = draft(), text = now.points[parts.at];
    if (rulesOf(found).complete(parts.won, text, found.rules, now, parts.at)) { move(found, 1); return; }
    if (text !== "") return;
    parts.told.textContent = C.t("type_points");
    parts.told.className = "consequence is-wrong";
  }

  // Words that a game has for all days, or for each by its rules.
  function saidBy(words, rules, at) { return typeof words === "function" ? words(rules, at) : words; }
  // The others read it back, and one of them accepts.
  function read(found, now) {
    var game = rulesOf(found), losers = now.names.filter(function (name, side) { return side !== now.winner; });
    var consequence = C.say(game.consequence(now, found.rules));
    var actions = C.el("div.actions.unread", [
      back(found, C.t("not_right")),
      C.button("accept", C.t(alone(losers, now) ? "accept" : "accept_any", { name: losers[0] }), function () { accept(found); }, { kind: "main", icon: "check" }),
    ]);
    actions.addEventListener("click", function (event) { if (actions.matches(".unread")) event.stopPropagation(); }, true);
    setTimeout(function () { actions.classList.remove("unread"); }, TO_READ);
    var order = C.entry.inOrder(now), sentences = order.map(function (side) {
      return C.t(saidBy(game.read, found.rules)[side === now.winner ? 0 : 1], Object.assign(
        { name: now.names[side], points: C.number(now.points[side]) }, game.readMore && game.readMore(now, side)
      ));
    });
    var size = C.long(sentences.slice().sort(function (one, other) { return other.length - one.length; })[0], A_SENTENCE); // one for all
    function said(side, at) {
      return C.el("div.score." + C.tone(side) + (side === now.winner ? ".has-won" : ""), [
        C.rings(now.letters[side]), C.p(sentences[at], "sentence" + size),
      ]);
    }
    return [
      C.title(C.t(losers.length > 1 ? "please_read_all" : "please_read", { name: losers[0] }), above(now)),
      C.el("div.read" + C.crowd(now.letters), [C.el("div.scores", order.map(said))].concat(
        consequence ? C.p(consequence, "consequence") : null, readers(losers)
      )),
      actions,
    ];
  }
  // Who accepts it: the one who lost; one of several; on a phone whoever holds it.
  function readers(losers) {
    if (C.phone) return C.p(C.t("you_report"), "hint");
    if (losers.length < 2) return null;
    return C.p(losers.length > 2 ? C.t("one_of_many_accepts") : C.t("one_accepts", { names: C.list(losers) }), "hint");
  }
  function alone(losers, now) {
    return losers.length === 1 && now.sides[now.names.indexOf(losers[0])].length === 1 && !C.long(losers[0], A_NAME);
  }
  function accept(found) {
    var now = draft();
    if (!now || accepted === now.nonce) return;
    accepted = now.nonce;
    var body = C.entry.body(now, rulesOf(found).data(now, found.rules), new Date().toISOString()), shown = C.entry.shown(now, found.rules.game);
    C.day.keep(body, shown).then(function (kept) {
      C.cannotKeep = !kept;
      C.dropDraft();
      C.dropTool(now);
      C.show();
      C.poke();
    });
  }

  // The step of the draft as a screen, or null where nothing is being entered here.
  C.entering = function (found) {
    var now = draft();
    if (!now || !found.meeting) return null;
    var gone = C.entry.stands(now, found);
    if (gone) {
      C.dropDraft();
      if (gone === "gone_on") C.notice = C.t("draft_dropped", { round: now.round });
      return null;
    }
    var build = { winner: winner, read: read }[now.step] || points;
    return {
      key: ["entry", now.meeting, now.game, now.step].join(" "), sign: [now.kind, now.names],
      build: function () { return build(found, now); },
    };
  };
})();

// Entering a game: who won, the points on a keypad of its own, and the sentence that the other side accepts.
// The draft belongs to one meeting and one game as they stood when it was begun; both go with the result.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var accepted = null;
  var parts = null; // the nodes of the keypad that is on the screen

  function draft() { return C.store.thing("draft"); }
  function keep(changes) {
    C.store.keep("draft", Object.assign({}, draft(), changes));
    C.show();
  }
  function rulesOf(found) { return C.games[found.rules.game]; }

  C.draft = draft;
  C.dropDraft = function () { C.store.keep("draft", null); };
  C.begin = function (found, correcting) {
    var game = correcting ? correcting.body.game : found.next;
    C.store.keep("draft", Object.assign({
      meeting: found.meeting.uid, game: game, kind: correcting ? "correction" : "claim",
      basis: correcting ? correcting.line : basis(found, game), step: "winner", winner: null, loser: "",
      round: found.round.number, table: found.told.table, names: found.names, games: found.meeting.games,
      sides: found.meeting.sides.map(function (side) { return side.entries.map(function (entry) { return entry.number; }); }),
      nonce: C.nonce(),
    }, rulesOf(found).start(found.rules)));
    C.show();
  };
  function basis(found, game) { return game === found.meeting.game ? found.meeting.basis : 0; }

  function move(found, by) {
    var now = draft(), steps = rulesOf(found).steps(found.rules).concat("read"), at = steps.indexOf(now.step) + by;
    if (at < 0) { C.dropDraft(); C.show(); return; }
    keep({ step: steps[at] });
  }
  function back(found) { return C.back(function () { move(found, -1); }); }
  function above(now) {
    var where = now.games > 1 ? C.t("game_of_match", { game: now.game, games: now.games }) : C.t("game", { number: now.round });
    return now.kind === "correction" ? C.t("correcting", { game: where }) : where;
  }

  // Who won: two names as large as they will go.
  function winner(found, now) {
    return [
      C.title(C.t("who_won"), above(now)),
      C.el("div.sides", now.names.map(function (name, side) {
        return C.el("button.side-choice.side-" + "ab"[side], {
          type: "button", id: "won-" + side, tap: function () {
            C.store.keep("draft", Object.assign({}, draft(), { winner: side }));
            move(found, 1);
          },
        }, [C.ring(side), C.el("span.name", name)]);
      })),
      C.el("div.actions", [back(found)]),
    ];
  }

  // Points, on keys of our own: the tablet's keyboard stays away, and covers nothing.
  function points(found, now) {
    var game = rulesOf(found), field = now.step, who = field === "loser" ? 1 - now.winner : now.winner;
    var next = C.button("next", C.t("next"), function () { goOn(found); }, { kind: "main", icon: "right" });
    parts = {
      field: field, found: found, next: next, pad: C.pad(press, next),
      hint: C.p(game.hint(field, found.rules), "hint"), told: C.el("p.consequence", { "aria-live": "polite" }, ""),
    };
    update();
    return [
      C.title(C.t(game.ask[field], { name: now.names[who] }), above(now)),
      C.el("div.keypad-step", [
        C.el("div.typed", [parts.pad.screen, parts.hint, parts.told]),
        parts.pad.keys,
        C.el("div.actions", [back(found), parts.next]),
      ]),
    ];
  }
  function update() {
    var now = draft(), game = rulesOf(parts.found), text = now[parts.field], rules = parts.found.rules;
    var wrong = text === "" ? "" : game.wrong(parts.field, text, rules);
    parts.pad.screen.textContent = text;
    parts.told.className = "consequence" + (wrong ? " is-wrong" : "");
    parts.hint.hidden = Boolean(wrong);
    parts.told.textContent = wrong || (parts.field === "loser" && text !== "" ? game.consequence(now, rules) : "");
    parts.next.setAttribute("aria-disabled", String(!game.complete(parts.field, text, rules)));
  }
  function press(key) {
    var now = draft(), text = now[parts.field], change = {};
    change[parts.field] = C.typed(text === "0" ? "" : text, key, rulesOf(parts.found).digits);
    C.store.keep("draft", Object.assign({}, now, change));
    update();
  }
  function goOn(found) {
    var now = draft(), text = now[parts.field];
    if (rulesOf(found).complete(parts.field, text, found.rules)) { move(found, 1); return; }
    if (text !== "") return;
    parts.told.textContent = C.t("type_points");
    parts.told.className = "consequence is-wrong";
  }

  // The other side reads it back and accepts.
  function read(found, now) {
    var game = rulesOf(found), loser = now.names[1 - now.winner];
    var consequence = game.consequence(now, found.rules);
    function said(side, text, points) {
      return C.el("div.score.side-" + "ab"[side] + (side === now.winner ? ".has-won" : ""), [
        C.ring(side), C.p(C.t(text, { name: now.names[side], points: points }), "sentence"),
      ]);
    }
    return [
      C.title(C.t("please_read", { name: loser }), above(now)),
      C.el("div.read", [
        said(now.winner, game.read[0], now.high), said(1 - now.winner, game.read[1], now.loser),
        consequence ? C.p(consequence, "consequence") : null,
      ]),
      C.el("div.actions", [
        C.back(function () { move(found, -1); }, C.t("not_right")),
        C.button("accept", C.t("accept", { name: loser }), function () { accept(found); }, { kind: "main", icon: "check" }),
      ]),
    ];
  }
  function accept(found) {
    var now = draft();
    if (!now || accepted === now.nonce) return; // the second of two fast taps
    accepted = now.nonce;
    var body = {
      nonce: now.nonce, meeting: now.meeting, game: now.game, basis: now.basis, kind: now.kind, sides: now.sides,
      data: rulesOf(found).data(now), seen_at: new Date().toISOString(),
    };
    var shown = {
      winner: now.winner, high: now.high, low: now.loser, names: now.names, round: now.round, table: now.table, games: now.games,
      game: found.rules.game,
    };
    C.day.keep(body, shown).then(function (kept) {
      C.cannotKeep = !kept;
      C.dropDraft();
      C.show();
      C.poke();
    });
  }

  // The step of the draft as a screen, or null where nothing is being entered here.
  C.entering = function (found) {
    var now = draft();
    if (!now || !found.meeting) return null;
    if (now.meeting !== found.meeting.uid) { // the desk has gone on: half a result is none
      C.dropDraft();
      C.notice = C.t("draft_dropped", { round: now.round });
      return null;
    }
    if (now.kind === "claim" && found.mode !== "playing" && !found.games.length) { C.dropDraft(); return null; }
    var build = { winner: winner, read: read }[now.step] || points;
    return {
      key: ["entry", now.meeting, now.game, now.step].join(" "), sign: [now.kind, now.names],
      build: function () { return build(found, now); },
    };
  };
})();

// One hand of gin, step by step: the up-card where Oklahoma asks for it, who knocked, the deadwood of both. A hand that is
// being written (hand_model.js) is in the tool, and becomes one of its `hands`.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var gin = C.ginSheet, model = C.handModel;
  var parts = null; // the nodes of the keypad that is on the screen

  function hand() { return C.tool().hand; }
  function keep(next) { C.keepTool({ hand: next }); }
  function change(changes) { keep(Object.assign({}, hand(), changes)); }
  function rulesOf(found) { return found.rules.sheet; }

  var SIGNS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };

  C.hands = {
    begin: function (found) { keep(model.begin(rulesOf(found))); },
  };

  function pairOf(found) { return model.pair(C.tool(), rulesOf(found), model.people(found.meeting.sides, rulesOf(found), found.names)); }
  function write(found, written) { C.keepTool(model.write(C.tool(), written, rulesOf(found))); }
  function unplayed(found, written) { write(found, model.unplayed(hand(), rulesOf(found), written)); }
  function back(found) {
    return C.back(function () {
      var before = model.back(hand(), rulesOf(found));
      C.keepTool(before ? { hand: before } : model.leave(C.tool(), rulesOf(found)));
    });
  }
  function head(found, text) { // where several meet in a hand, who they are
    var number = C.t("hand", { number: C.tool().hands.length + 1 });
    return C.title(text, rulesOf(found).mode === "teams" ? number + " \u00b7 " + pairOf(found).names.join(" \u2013 ") : number);
  }

  // Which card was turned up: its rank sets the limit, and a spade counts twice.
  function card(found, now) {
    function choose(changes) { keep(model.turnUp(hand(), changes)); }
    return [
      head(found, C.t("which_up_card")),
      C.el("div.up-card", [
        C.el("div.ranks", { role: "group", "aria-label": C.t("up_card_rank") }, gin.RANKS.map(function (rank) {
          return C.el("button.key", {
            type: "button", id: "rank-" + rank, "aria-pressed": String(now.rank === rank), tap: function () { choose({ rank: rank }); },
          }, /[JQK]/.test(rank) ? C.t("rank_" + rank) : rank);
        })),
        C.el("div.suits", { role: "group", "aria-label": C.t("up_card_suit") }, gin.SUITS.map(function (suit) {
          return C.el("button.key.suit.is-" + suit, {
            type: "button", id: "suit-" + suit, "aria-pressed": String(now.suit === suit), tap: function () { choose({ suit: suit }); },
          }, [C.el("span", { "aria-hidden": "true" }, SIGNS[suit]), C.el("span.word", C.t("suit_" + suit))]);
        })),
      ]),
      C.el("div.actions", [back(found), C.button("void", C.t("void_hand"), function () { change({ step: "void" }); })]),
    ];
  }

  // Who knocked: two names as large as they will go, and the hands in which nobody did.
  function who(found, now) {
    var pair = pairOf(found);
    return [
      head(found, C.t("who_knocked")),
      now.rank ? C.p(C.say(model.limitSaid(now, rulesOf(found))), "hint") : null,
      pair.on ? C.p(C.t("looks_on", { name: pair.on }), "hint") : null,
      C.el("div.sides", pair.names.map(function (name, place) {
        return C.el("button.side-choice." + C.tone(pair.sides[place]), {
          type: "button", id: "knocked-" + place, tap: function () { keep(model.knocked(hand(), place, rulesOf(found))); },
        }, [C.rings(pair.letters[place]), C.el("span.name", name)]);
      })),
      C.el("div.actions", [
        back(found),
        C.button("nobody", C.t("nobody_scored"), function () { unplayed(found, { how: "nobody" }); }),
        C.button("void", C.t("void_hand"), function () { change({ step: "void" }); }),
      ]),
    ];
  }

  // Why a hand counts for nothing and is dealt again.
  function voided(found, now) {
    return [
      head(found, C.t("why_void")),
      C.el("div.reasons", gin.VOIDS.map(function (reason, at) {
        return C.button("void-" + reason, C.t("void_" + reason), function () { unplayed(found, { how: "void", reason: reason }); }, { kind: at ? "" : "usual" });
      })),
      C.el("div.actions", [back(found)]),
    ];
  }

  // Numbers, on keys of our own: the knocker's deadwood, the other's, or how many cards that one held.
  function title(found, now) {
    var names = pairOf(found).names, other = names[1 - now.knocker];
    if (now.step === "cards") return C.t("how_many_cards", { name: other });
    return C.t("deadwood_of", { name: now.step === "own" ? names[now.knocker] : other });
  }
  function keypad(found, now) {
    var last = now.step === "other", next = C.button("next", C.t(last ? "write_down" : "next"), goOn, { kind: "main", icon: last ? "check" : "right" });
    parts = {
      found: found, names: pairOf(found).names, next: next, pad: C.pad(press, next), hint: C.p(C.say(model.hint(now, rulesOf(found))), "hint"),
      told: C.el("p.consequence", { "aria-live": "polite" }, ""),
    };
    update();
    return [
      head(found, title(found, now)),
      C.el("div.keypad-step.hand-step", [
        C.el("div.typed" + (now.step === "own" ? ".with-gin" : ""), [parts.pad.screen, aside(found, now), parts.hint, parts.told]),
        parts.pad.keys,
        C.el("div.actions", [back(found), next]),
      ]),
    ];
  }
  // What stands beside the number: gin at one touch, and out of the way what hardly ever happens.
  function aside(found, now) {
    if (now.step === "own") {
      return C.button("gin", C.t("gin_call"), function () { keep(model.gin(hand())); }, { icon: "cards" });
    }
    if (now.step !== "other") return null;
    return C.button("cards", now.cards && now.cards !== String(gin.HAND) ? C.tn("held_cards", Number(now.cards)) : C.t("not_ten_cards"), function () { change({ step: "cards" }); }, { kind: "seldom" });
  }
  function update() {
    var now = hand(), rules = rulesOf(parts.found), names = parts.names, text = model.text(now), wrong = model.wrong(now, rules, names);
    parts.pad.screen.textContent = text;
    parts.hint.hidden = Boolean(wrong);
    parts.told.className = "consequence" + (wrong ? " is-wrong" : "");
    parts.told.textContent = C.say(wrong || model.told(now, rules, names));
    parts.next.setAttribute("aria-disabled", String(text === "" || Boolean(wrong)));
  }
  function press(key) { // no C.show: nothing but the number and its sentence changes
    C.store.keep("tool", Object.assign({}, C.tool(), { hand: model.press(hand(), key) }));
    update();
  }
  function goOn() {
    var now = hand(), rules = rulesOf(parts.found), wrong = model.wrong(now, rules, parts.names);
    if (model.text(now) !== "" && !wrong) {
      if (model.next(now) === "write") write(parts.found, model.figures(now, rules));
      else change({ step: model.next(now) });
      return;
    }
    if (wrong) return;
    parts.told.textContent = C.t("type_points");
    parts.told.className = "consequence is-wrong";
  }

  C.hands.steps = { card: card, who: who, void: voided, own: keypad, other: keypad, cards: keypad };
})();

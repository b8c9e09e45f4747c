// The screens on which a hand of gin is entered step by step: the up-card (in Oklahoma), who knocked, the deadwood of both.
// The hand being entered is the `hand` of the tool (hand_model.js); when it is complete, it is added to the tool's `hands`.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var gin = C.ginSheet, model = C.handModel;
  var parts = null; // the nodes of the current keypad screen

  function currentHand() { return C.tool().hand; }
  function saveHand(next) { C.updateTool({ hand: next }); }
  function updateHand(changes) { saveHand({ ...currentHand(), ...changes }); }
  function rulesOf(view) { return view.rules.sheet; }

  var SUIT_SIGNS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };

  C.hands = {
    begin: (view) => { saveHand(model.begin(rulesOf(view))); },
  };

  function pairOf(view) { return model.pair(C.tool(), rulesOf(view), model.people(view.meeting.sides, rulesOf(view), view.names)); }
  function addResult(view, result) { C.updateTool(model.addResult(C.tool(), result, rulesOf(view))); }
  function addUnplayed(view, result) { addResult(view, model.unplayedResult(currentHand(), rulesOf(view), result)); }
  function backButton(view) {
    return C.backButton(() => {
      var previous = model.stepBack(currentHand(), rulesOf(view));
      C.updateTool(previous ? { hand: previous } : model.leaveHand(C.tool(), rulesOf(view)));
    });
  }
  function heading(view, text) { // for teams with the names of the current pair
    var number = C.t("hand", { number: C.tool().hands.length + 1 });
    return C.title(text, rulesOf(view).mode === "teams" ? number + " \u00b7 " + pairOf(view).names.join(" \u2013 ") : number);
  }

  // Which up-card was turned: its rank sets the knock limit, and a spade doubles the points.
  function upCardScreen(view, hand) {
    function turnUp(changes) { saveHand(model.turnUp(currentHand(), changes)); }
    return [
      heading(view, C.t("which_up_card")),
      C.el("div.up-card", [
        C.el("div.ranks", { role: "group", "aria-label": C.t("up_card_rank") }, gin.RANKS.map((rank) => {
          return C.el("button.key", {
            type: "button", id: "rank-" + rank, "aria-pressed": String(hand.rank === rank), tap: () => { turnUp({ rank }); },
          }, /[JQK]/.test(rank) ? C.t("rank_" + rank) : rank);
        })),
        C.el("div.suits", { role: "group", "aria-label": C.t("up_card_suit") }, gin.SUITS.map((suit) => {
          return C.el("button.key.suit.is-" + suit, {
            type: "button", id: "suit-" + suit, "aria-pressed": String(hand.suit === suit), tap: () => { turnUp({ suit }); },
          }, [C.el("span", { "aria-hidden": "true" }, SUIT_SIGNS[suit]), C.el("span.word", C.t("suit_" + suit))]);
        })),
      ]),
      C.el("div.actions", [backButton(view), C.button("void", C.t("void_hand"), () => { updateHand({ step: "void" }); })]),
    ];
  }

  // Who knocked: two large names, and buttons for hands without a knock.
  function knockerScreen(view, hand) {
    var pair = pairOf(view);
    return [
      heading(view, C.t("who_knocked")),
      hand.rank ? C.p(C.text(model.limitMessages(hand, rulesOf(view))), "hint") : null,
      pair.onlooker ? C.p(C.t("looks_on", { name: pair.onlooker }), "hint") : null,
      C.el("div.sides", pair.names.map((name, place) => {
        return C.el("button.side-choice." + C.tone(pair.sides[place]), {
          type: "button", id: "knocked-" + place, tap: () => { saveHand(model.setKnocker(currentHand(), place, rulesOf(view))); },
        }, [C.rings(pair.letters[place]), C.el("span.name", name)]);
      })),
      C.el("div.actions", [
        backButton(view),
        C.button("nobody", C.t("nobody_scored"), () => { addUnplayed(view, { how: "nobody" }); }),
        C.button("void", C.t("void_hand"), () => { updateHand({ step: "void" }); }),
      ]),
    ];
  }

  // Why a hand is void and is dealt again.
  function voidScreen(view, hand) {
    return [
      heading(view, C.t("why_void")),
      C.el("div.reasons", gin.VOID_REASONS.map((reason, index) => {
        return C.button("void-" + reason, C.t("void_" + reason), () => {
          addUnplayed(view, { how: "void", reason });
        }, { kind: index ? "" : "usual" });
      })),
      C.el("div.actions", [backButton(view)]),
    ];
  }

  // The keypad screens ask for the knocker's deadwood, the opponent's deadwood, or the number of cards that the opponent held.
  function question(view, hand) {
    var names = pairOf(view).names, other = names[1 - hand.knocker];
    if (hand.step === "cards") return C.t("how_many_cards", { name: other });
    return C.t("deadwood_of", { name: hand.step === "own" ? names[hand.knocker] : other });
  }
  function keypadScreen(view, hand) {
    var isLast = hand.step === "other",
      nextButton = C.button("next", C.t(isLast ? "write_down" : "next"), goNext, { kind: "main", icon: isLast ? "check" : "right" });
    parts = {
      view, names: pairOf(view).names, next: nextButton, pad: C.pad(pressKey, nextButton),
      hint: C.p(C.text(model.hint(hand, rulesOf(view))), "hint"), message: C.el("p.consequence", { "aria-live": "polite" }, ""),
    };
    updateKeypad();
    return [
      heading(view, question(view, hand)),
      C.el("div.keypad-step.hand-step", [
        C.el("div.typed" + (hand.step === "own" ? ".with-gin" : ""), [parts.pad.screen, sideButton(view, hand), parts.hint, parts.message]),
        parts.pad.keys,
        C.el("div.actions", [backButton(view), nextButton]),
      ]),
    ];
  }
  // The button beside the number: gin with one tap, or the rare case of a wrong number of cards.
  function sideButton(view, hand) {
    if (hand.step === "own") {
      return C.button("gin", C.t("gin_call"), () => { saveHand(model.callGin(currentHand())); }, { icon: "cards" });
    }
    if (hand.step !== "other") return null;
    return C.button("cards", hand.cards && hand.cards !== String(gin.HAND_SIZE) ? C.tn("held_cards", Number(hand.cards)) : C.t("not_ten_cards"),
      () => { updateHand({ step: "cards" }); }, { kind: "seldom" });
  }
  function updateKeypad() {
    var hand = currentHand(), rules = rulesOf(parts.view), names = parts.names, text = model.typedText(hand), error = model.error(hand, rules, names);
    parts.pad.screen.textContent = text;
    parts.hint.hidden = Boolean(error);
    parts.message.className = "consequence" + (error ? " is-wrong" : "");
    parts.message.textContent = C.text(error || model.messages(hand, rules, names));
    parts.next.setAttribute("aria-disabled", String(text === "" || Boolean(error)));
  }
  function pressKey(key) { // without C.show: only the number and its message change
    C.store.save("tool", { ...C.tool(), hand: model.pressKey(currentHand(), key) });
    updateKeypad();
  }
  function goNext() {
    var hand = currentHand(), rules = rulesOf(parts.view), error = model.error(hand, rules, parts.names);
    if (model.typedText(hand) !== "" && !error) {
      if (model.nextStep(hand) === "write") addResult(parts.view, model.figures(hand, rules));
      else updateHand({ step: model.nextStep(hand) });
      return;
    }
    if (error) return;
    parts.message.textContent = C.t("type_points");
    parts.message.className = "consequence is-wrong";
  }

  C.hands.steps = { card: upCardScreen, who: knockerScreen, void: voidScreen, own: keypadScreen, other: keypadScreen, cards: keypadScreen };
})();

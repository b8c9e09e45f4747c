// One hand of gin, step by step: the up-card where Oklahoma asks for it, who knocked, the deadwood of both. A hand that is
// being written is {step, rank, suit, knocker, deadwood: ["", ""], cards: ""} in the tool, and becomes one of its `hands`.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var gin = C.ginSheet;
  var parts = null; // the nodes of the keypad that is on the screen

  function hand() { return C.tool().hand; }
  function change(changes) { C.keepTool({ hand: Object.assign({}, hand(), changes) }); }
  function rulesOf(found) { return found.rules.sheet; }
  function limit(found, now) { return gin.limit(rulesOf(found), now.rank + now.suit); }

  var SIGNS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };

  C.hands = {
    begin: function (found) {
      C.keepTool({ hand: { step: rulesOf(found).oklahoma ? "card" : "who", rank: "", suit: "", knocker: null, deadwood: ["", ""], cards: "" } });
    },
    // The sentence for a hand: who scores what, and why nobody does.
    told: function (hand, score, names) {
      var who = score.winner !== null ? names[score.winner] : hand.deadwood ? names[1 - hand.knocker] : "";
      var kind = score.how === "nobody" && score.why ? score.why : score.how;
      var said = [C.t("hand_" + kind, { name: who, points: score.points })];
      if (score.how === "void") said.unshift(C.t("void_" + hand.reason) + ".");
      if (score.doubled) said.push(C.t("hand_doubled"));
      score.fines.forEach(function (fine, side) { if (fine) said.push(C.t("hand_fine", { name: names[side], points: fine })); });
      return said.join(" ");
    },
  };

  function write(found, written) {
    var now = hand();
    if (rulesOf(found).oklahoma && now.suit) written.up_card = now.rank + now.suit;
    C.keepTool({ hands: C.tool().hands.concat(written), hand: null, taken: [] });
  }
  function drop() { C.keepTool({ hand: null }); }
  function back(to) { return C.back(function () { if (to) change({ step: to }); else drop(); }); }
  function head(found, text) { return C.title(text, C.t("hand", { number: C.tool().hands.length + 1 })); }

  // Which card was turned up: its rank sets the limit, and a spade counts twice.
  function card(found, now) {
    function choose(changes) {
      var next = Object.assign({}, hand(), changes);
      change(Object.assign(changes, next.rank && next.suit ? { step: "who" } : {}));
    }
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
      C.el("div.actions", [back(""), C.button("void", C.t("void_hand"), function () { change({ step: "void" }); })]),
    ];
  }

  // Who knocked: two names as large as they will go, and the hands in which nobody did.
  function who(found, now) {
    return [
      head(found, C.t("who_knocked")),
      now.rank ? C.p((limit(found, now) ? C.t("knock_limit", { limit: limit(found, now) }) : C.t("only_gin")) + (now.suit === "S" ? " " + C.t("hand_doubled") : ""), "hint") : null,
      C.el("div.sides", found.names.map(function (name, side) {
        return C.el("button.side-choice." + C.tone(side), {
          type: "button", id: "knocked-" + side, tap: function () { knocked(found, side); },
        }, [C.rings(found.letters[side]), C.el("span.name", name)]);
      })),
      C.el("div.actions", [
        now.rank ? C.back(function () { change({ step: "card", suit: "" }); }) : back(""),
        C.button("nobody", C.t("nobody_scored"), function () { write(found, { how: "nobody" }); }),
        C.button("void", C.t("void_hand"), function () { change({ step: "void" }); }),
      ]),
    ];
  }
  function knocked(found, side) {
    var now = hand(), only = limit(found, now) === 0; // an ace was turned up: only gin may knock
    change({ knocker: side, deadwood: only ? pair(side, "0", "") : now.knocker === side ? now.deadwood : ["", ""], step: only ? "other" : "own" });
  }
  function pair(side, own, other) { return side ? [other, own] : [own, other]; }

  // Why a hand counts for nothing and is dealt again.
  function voided(found, now) {
    return [
      head(found, C.t("why_void")),
      C.el("div.reasons", gin.VOIDS.map(function (reason, at) {
        return C.button("void-" + reason, C.t("void_" + reason), function () { write(found, { how: "void", reason: reason }); }, { kind: at ? "" : "usual" });
      })),
      C.el("div.actions", [back(rulesOf(found).oklahoma && !now.suit ? "card" : "who")]),
    ];
  }

  // Numbers, on keys of our own. `step` says what is typed: the knocker's deadwood, the other's, or how many cards that one held.
  var STEPS = {
    own: {
      digits: 2,
      title: function (found, now) { return C.t("deadwood_of", { name: found.names[now.knocker] }); },
      hint: function (found, now) { return C.t("hint_own", { limit: limit(found, now) }); },
      text: function (now) { return now.deadwood[now.knocker]; },
      typed: function (now, text) { return { deadwood: pair(now.knocker, text, now.deadwood[1 - now.knocker]) }; },
      wrong: function (found, now) {
        var most = limit(found, now);
        return Number(now.deadwood[now.knocker]) > most ? C.t("over_limit", { name: found.names[now.knocker], limit: most }) : "";
      },
      next: function () { change({ step: "other" }); },
      back: "who",
    },
    other: {
      digits: 3,
      title: function (found, now) { return C.t("deadwood_of", { name: found.names[1 - now.knocker] }); },
      hint: function (found, now) {
        var all = Number(now.deadwood[now.knocker]) === 0 && rulesOf(found).ace !== "corner";
        return C.t(all ? "hint_after_gin" : "hint_other") + (rulesOf(found).ace === "corner" ? " " + C.t("hint_corner") : "");
      },
      text: function (now) { return now.deadwood[1 - now.knocker]; },
      typed: function (now, text) { return { deadwood: pair(now.knocker, now.deadwood[now.knocker], text) }; },
      wrong: function (found, now) {
        if (!gin.wrong(figures(found, now), rulesOf(found))) return "";
        return C.t("too_much_deadwood", { most: gin.most(Number(now.cards || gin.HAND), rulesOf(found).ace) });
      },
      told: function (found, now) {
        var written = figures(found, now);
        return C.hands.told(written, gin.score(written, rulesOf(found)), found.names);
      },
      next: function (found) { write(found, figures(found, hand())); },
      back: "own",
    },
    cards: {
      digits: 2,
      title: function (found, now) { return C.t("how_many_cards", { name: found.names[1 - now.knocker] }); },
      hint: function () { return C.t("hint_cards"); },
      text: function (now) { return now.cards; },
      typed: function (now, text) { return { cards: text }; },
      wrong: function (found, now) {
        return Number(now.cards) > gin.MOST_CARDS || now.cards === "0" ? C.t("cards_cannot_be", { most: gin.MOST_CARDS }) : "";
      },
      told: function (found, now) {
        var cards = Number(now.cards);
        return cards === gin.HAND ? "" : C.t(cards < gin.HAND ? "fewer_cards" : "more_cards", { points: gin.FINE });
      },
      next: function () { change({ step: "other" }); },
      back: "other",
    },
  };
  function figures(found, now) {
    var written = { knocker: now.knocker, deadwood: now.deadwood.map(Number) };
    if (rulesOf(found).oklahoma) written.up_card = now.rank + now.suit;
    if (now.cards && Number(now.cards) !== gin.HAND) written.opponent_cards = Number(now.cards);
    return written;
  }
  function keypad(found, now) {
    var step = STEPS[now.step], last = now.step === "other";
    var next = C.button("next", C.t(last ? "write_down" : "next"), goOn, { kind: "main", icon: last ? "check" : "right" });
    parts = {
      found: found, step: step, next: next, pad: C.pad(press, next), hint: C.p(step.hint(found, now), "hint"),
      told: C.el("p.consequence", { "aria-live": "polite" }, ""),
    };
    update();
    return [
      head(found, step.title(found, now)),
      C.el("div.keypad-step.hand-step", [
        C.el("div.typed" + (now.step === "own" ? ".with-gin" : ""), [parts.pad.screen, aside(found, now), parts.hint, parts.told]),
        parts.pad.keys,
        C.el("div.actions", [back(now.step === "other" && limit(found, now) === 0 ? "who" : step.back), next]),
      ]),
    ];
  }
  // What stands beside the number: gin at one touch, and out of the way what hardly ever happens.
  function aside(found, now) {
    if (now.step === "own") {
      return C.button("gin", C.t("gin_call"), function () { change({ deadwood: pair(now.knocker, "0", now.deadwood[1 - now.knocker]), step: "other" }); }, { icon: "cards" });
    }
    if (now.step !== "other") return null;
    return C.button("cards", now.cards && now.cards !== String(gin.HAND) ? C.tn("held_cards", Number(now.cards)) : C.t("not_ten_cards"), function () { change({ step: "cards" }); }, { kind: "seldom" });
  }
  function update() {
    var now = hand(), step = parts.step, text = step.text(now), wrong = text === "" ? "" : step.wrong(parts.found, now);
    parts.pad.screen.textContent = text;
    parts.hint.hidden = Boolean(wrong);
    parts.told.className = "consequence" + (wrong ? " is-wrong" : "");
    parts.told.textContent = wrong || (step.told && text !== "" ? step.told(parts.found, now) : "");
    parts.next.setAttribute("aria-disabled", String(text === "" || Boolean(wrong)));
  }
  function press(key) {
    var now = hand(), text = parts.step.text(now);
    // No C.show: nothing but the number and its sentence changes.
    C.store.keep("tool", Object.assign({}, C.tool(), {
      hand: Object.assign({}, now, parts.step.typed(now, C.typed(text === "0" ? "" : text, key, parts.step.digits))),
    }));
    update();
  }
  function goOn() {
    var now = hand(), text = parts.step.text(now);
    if (text !== "" && !parts.step.wrong(parts.found, now)) { parts.step.next(parts.found); return; }
    if (text !== "") return;
    parts.told.textContent = C.t("type_points");
    parts.told.className = "consequence is-wrong";
  }

  C.hands.steps = { card: card, who: who, void: voided, own: keypad, other: keypad, cards: keypad };
})();

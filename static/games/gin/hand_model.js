// One hand of gin while it is written, step by step: {step, rank, suit, knocker, deadwood: ["", ""], cards: ""}, and the running
// sheet that it goes to, {hands, hand, results: of the hand that teams write, taken: hands taken back, dealer, corrects} (hands_entry.js and hands_sheet.js show them).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var gin = C.ginSheet;
  var DIGITS = { own: 2, other: 3, cards: 2 };

  function change(hand, changes) { return Object.assign({}, hand, changes); }
  function pair(side, own, other) { return side ? [other, own] : [own, other]; }
  function limit(hand, rules) { return gin.limit(rules, hand.rank + hand.suit); }
  function text(hand) {
    return hand.step === "cards" ? hand.cards : hand.deadwood[hand.step === "own" ? hand.knocker : 1 - hand.knocker];
  }
  // The hand as it is sent (docs/protocol.md).
  function figures(hand, rules) {
    var written = { knocker: hand.knocker, deadwood: hand.deadwood.map(Number) };
    if (rules.oklahoma) written.up_card = hand.rank + hand.suit;
    if (hand.cards && Number(hand.cards) !== gin.HAND) written.opponent_cards = Number(hand.cards);
    return written;
  }
  function wrong(hand, rules, names) {
    var most = limit(hand, rules), number = Number(text(hand));
    if (text(hand) === "") return null;
    if (hand.step === "own") return number > most ? { code: "over_limit", values: { name: names[hand.knocker], limit: most } } : null;
    if (hand.step === "cards") return number > gin.MOST_CARDS || number === 0 ? { code: "cards_cannot_be", values: { most: gin.MOST_CARDS } } : null;
    if (!gin.wrong(figures(hand, rules), rules)) return null;
    return { code: "too_much_deadwood", values: { most: gin.most(Number(hand.cards || gin.HAND), rules.ace) } };
  }
  // What is said of the limit of an up-card.
  function limitSaid(hand, rules) {
    var most = limit(hand, rules);
    return [most ? { code: "knock_limit", values: { limit: most } } : { code: "only_gin" }].concat(hand.suit === "S" ? { code: "hand_doubled" } : []);
  }
  function hint(hand, rules) {
    if (hand.step === "own") return [{ code: "hint_own", values: { limit: limit(hand, rules) } }];
    if (hand.step === "cards") return [{ code: "hint_cards" }];
    var corner = rules.ace === "corner", gone = Number(hand.deadwood[hand.knocker]) === 0 && !corner;
    return [{ code: gone ? "hint_after_gin" : "hint_other" }].concat(corner ? { code: "hint_corner" } : []);
  }
  // What a hand gave: who scores what, and why nobody does.
  function told(written, score, names) {
    var who = score.winner !== null ? names[score.winner] : written.deadwood ? names[1 - written.knocker] : "";
    var kind = score.how === "nobody" && score.why ? score.why : score.how;
    var said = [{ code: "hand_" + kind, values: { name: who, points: score.points } }];
    if (score.how === "void") said.unshift({ code: "void_" + written.reason, end: "." });
    if (score.doubled) said.push({ code: "hand_doubled" });
    score.fines.forEach(function (fine, side) {
      if (fine) said.push({ code: "hand_fine", values: { name: names[side], points: fine } });
    });
    return said;
  }
  function fewer(hand) {
    var cards = Number(hand.cards);
    return cards === gin.HAND ? [] : [{ code: cards < gin.HAND ? "fewer_cards" : "more_cards", values: { points: gin.FINE } }];
  }

  C.handModel = {
    begin: function (rules) {
      return { step: rules.oklahoma ? "card" : "who", rank: "", suit: "", knocker: null, deadwood: ["", ""], cards: "" };
    },
    // A rank or a suit of the up-card: its rank sets the limit, and a spade counts twice.
    turnUp: function (hand, changes) {
      var next = change(hand, changes);
      return change(next, next.rank && next.suit ? { step: "who" } : {});
    },
    // Who knocked. An ace was turned up: only gin may knock. What was typed for another knocker is asked again.
    knocked: function (hand, side, rules) {
      var only = limit(hand, rules) === 0;
      return change(hand, {
        knocker: side, deadwood: only ? pair(side, "0", "") : hand.knocker === side ? hand.deadwood : ["", ""], step: only ? "other" : "own",
      });
    },
    // Gin at one touch.
    gin: function (hand) { return change(hand, { deadwood: pair(hand.knocker, "0", hand.deadwood[1 - hand.knocker]), step: "other" }); },
    press: function (hand, key) {
      var now = text(hand), next = C.entry.typed(now === "0" ? "" : now, key, DIGITS[hand.step]);
      if (hand.step === "cards") return change(hand, { cards: next });
      var own = hand.step === "own" ? next : hand.deadwood[hand.knocker], other = hand.step === "own" ? hand.deadwood[1 - hand.knocker] : next;
      return change(hand, { deadwood: pair(hand.knocker, own, other) });
    },
    text: text,
    limit: limit,
    limitSaid: limitSaid,
    hint: hint,
    wrong: wrong,
    // What the numbers typed so far would mean, said.
    told: function (hand, rules, names) {
      var written;
      if (hand.step === "own" || text(hand) === "") return [];
      if (hand.step === "cards") return fewer(hand);
      written = figures(hand, rules);
      return told(written, gin.score(written, rules), names);
    },
    toldOf: told,
    // Where the keypad leads to: "other", or "write" once both are there.
    next: function (hand) { return hand.step === "other" ? "write" : "other"; },
    // One step back, or null where the hand is left.
    back: function (hand, rules) {
      if (hand.step === "own") return change(hand, { step: "who" });
      if (hand.step === "other") return change(hand, { step: limit(hand, rules) === 0 ? "who" : "own" });
      if (hand.step === "cards") return change(hand, { step: "other" });
      if (hand.step === "void") return change(hand, { step: rules.oklahoma && !hand.suit ? "card" : "who" });
      return hand.step === "who" && hand.rank ? change(hand, { step: "card", suit: "" }) : null;
    },
    figures: figures,
    // A hand that was not played: {how, reason}, with the card that was turned up.
    unplayed: function (hand, rules, written) {
      return Object.assign({}, written, rules.oklahoma && hand.suit ? { up_card: hand.rank + hand.suit } : {});
    },

    // Of the sheet, what changes in the tool:
    // A result: a hand, or that of one of the `pairs` who meet in it where teams play; then the next two are asked.
    write: function (tool, written, rules) {
      var pairs = rules.mode === "teams" ? rules.a_side : 0, results = (tool.results || []).concat(written);
      if (results.length < pairs) return { results: results, hand: C.handModel.begin(rules), taken: [] };
      return { hands: tool.hands.concat([pairs ? results : written]), results: [], hand: null, taken: [] };
    },
    // Back from the first step of a hand: to the two before, whose result is asked again, or to the sheet.
    leave: function (tool, rules) {
      var results = tool.results || [];
      return results.length ? { results: results.slice(0, -1), hand: C.handModel.begin(rules) } : { hand: null };
    },
    takeBack: function (tool) {
      var last = tool.hands.length - 1;
      return { hands: tool.hands.slice(0, last), taken: tool.taken.concat([tool.hands[last]]) };
    },
    putBack: function (tool) {
      var last = tool.taken.length - 1;
      return { hands: tool.hands.concat([tool.taken[last]]), taken: tool.taken.slice(0, last) };
    },
    // The two whose result is written: {side: of each, names, letters, on: who looks on}. `people`: by player, {name, letters}.
    pair: function (tool, rules, people) {
      var found = gin.sheet(tool.hands, rules, tool.dealer).meetings[(tool.results || []).length], three = rules.mode === "three" || rules.mode === "captain";
      var on = three ? people[3 - found.players[0] - found.players[1]].name : "";
      return {
        sides: found.players.map(function (player) { return gin.sideOf(player, rules); }), on: on,
        names: found.players.map(function (player) { return people[player].name; }),
        letters: found.players.map(function (player) { return people[player].letters; }),
      };
    },
    // Everybody who plays, in the order of `scoring/gin/meetings.py`: whoever has a seat, or the members of a team, as they are called.
    people: function (sides, rules, names) {
      return [].concat.apply([], gin.sides(rules).map(function (players, side) {
        var entries = sides[side].entries, team = entries[0].team || [];
        if (players.length === 1) return [{ name: names[side], letters: entries.map(function (one) { return one.letter; }) }];
        return players.map(function (_, at) {
          var own = entries.length > 1 ? entries[at] : entries[0];
          return { name: entries.length > 1 ? own.name : team[at] || own.name + " " + (at + 1), letters: [own.letter] };
        });
      }));
    },
    // What a hand is told as: that of two, or of teams who writes how much.
    toldOfHand: function (written, row, rules, people, names) {
      if (rules.mode === "teams") return row.winner === null ? [{ code: "hand_level" }] : [{ code: "hand_writes", values: { name: names[row.winner], points: row.points } }];
      return told(written, row.score, row.meetings[0].players.map(function (player) { return people[player].name; }));
    },
    // Who deals the first hand, where it is known.
    dealer: function (found) {
      if (found.deals !== null && found.deals !== undefined) return found.deals;
      return found.rules.first_deal === "seat_a" ? 0 : null;
    },
    fresh: function (dealer, hands) { return { hands: hands || [], hand: null, taken: [], dealer: dealer, corrects: null }; },
    // The sheet of a `result` that is corrected, over what was open.
    reopened: function (result, meeting, under) {
      return {
        name: "hands", meeting: meeting, game: result.body.game, away: false, hands: result.body.data.hands, hand: null,
        taken: [], dealer: null, corrects: result.body.nonce, under: under,
      };
    },
  };
})();

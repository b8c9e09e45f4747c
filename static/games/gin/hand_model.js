// The state of a hand of gin while it is entered, and of its sheet; hands_entry.js and hands_sheet.js display them.
// A hand is {step, rank, suit, knocker, deadwood: ["", ""], cards: ""}: `rank` and `suit` of the up-card, `cards` that the opponent
// holds, numbers as typed. A sheet (the tool) is {hands, hand: the one being entered or null, results: so far in this hand of teams,
// taken: hands taken back, dealer, corrects: nonce of the result being corrected, or null}.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var gin = C.ginSheet;
  var DIGITS = { own: 2, other: 3, cards: 2 };

  function change(hand, changes) { return { ...hand, ...changes }; }
  // A pair of values in the order of the sides: `own` belongs to `side`.
  function bySide(side, own, other) { return side ? [other, own] : [own, other]; }
  function knockLimit(hand, rules) { return gin.knockLimit(rules, hand.rank + hand.suit); }
  function typedText(hand) {
    return hand.step === "cards" ? hand.cards : hand.deadwood[hand.step === "own" ? hand.knocker : 1 - hand.knocker];
  }
  // The hand in the form in which it is sent (docs/protocol.md).
  function figures(hand, rules) {
    var result = { knocker: hand.knocker, deadwood: hand.deadwood.map(Number) };
    if (rules.oklahoma) result.up_card = hand.rank + hand.suit;
    if (hand.cards && Number(hand.cards) !== gin.HAND_SIZE) result.opponent_cards = Number(hand.cards);
    return result;
  }
  function error(hand, rules, names) {
    var max = knockLimit(hand, rules), number = Number(typedText(hand));
    if (typedText(hand) === "") return null;
    if (hand.step === "own") return number > max ? { code: "over_limit", values: { name: names[hand.knocker], limit: max } } : null;
    if (hand.step === "cards") return number > gin.MAX_CARDS || number === 0 ? { code: "cards_cannot_be", values: { most: gin.MAX_CARDS } } : null;
    if (!gin.errorCode(figures(hand, rules), rules)) return null;
    return { code: "too_much_deadwood", values: { most: gin.mostDeadwood(Number(hand.cards || gin.HAND_SIZE), rules.ace) } };
  }
  // The messages about the knock limit of the up-card.
  function limitMessages(hand, rules) {
    var max = knockLimit(hand, rules);
    return [max ? { code: "knock_limit", values: { limit: max } } : { code: "only_gin" }].concat(hand.suit === "S" ? { code: "hand_doubled" } : []);
  }
  function hint(hand, rules) {
    if (hand.step === "own") return [{ code: "hint_own", values: { limit: knockLimit(hand, rules) } }];
    if (hand.step === "cards") return [{ code: "hint_cards" }];
    var corner = rules.ace === "corner", isGin = Number(hand.deadwood[hand.knocker]) === 0 && !corner;
    return [{ code: isGin ? "hint_after_gin" : "hint_other" }].concat(corner ? { code: "hint_corner" } : []);
  }
  // The messages about the score of a hand: who scores how much, or why it has no points.
  function resultMessages(result, score, names) {
    var name = score.winner !== null ? names[score.winner] : result.deadwood ? names[1 - result.knocker] : "";
    var ending = score.how === "nobody" && score.reason ? score.reason : score.how;
    var messages = [{ code: "hand_" + ending, values: { name, points: score.points } }];
    if (score.how === "void") messages.unshift({ code: "void_" + result.reason, end: "." });
    if (score.doubled) messages.push({ code: "hand_doubled" });
    score.fines.forEach((fine, side) => {
      if (fine) messages.push({ code: "hand_fine", values: { name: names[side], points: fine } });
    });
    return messages;
  }
  function cardCountMessages(hand) {
    var cards = Number(hand.cards);
    return cards === gin.HAND_SIZE ? [] : [{ code: cards < gin.HAND_SIZE ? "fewer_cards" : "more_cards", values: { points: gin.FINE } }];
  }

  C.handModel = {
    begin: (rules) => ({ step: rules.oklahoma ? "card" : "who", rank: "", suit: "", knocker: null, deadwood: ["", ""], cards: "" }),
    // Sets the rank or the suit of the up-card. When both are known, the next step follows.
    turnUp: (hand, changes) => {
      var next = change(hand, changes);
      return change(next, next.rank && next.suit ? { step: "who" } : {});
    },
    // Sets who knocked. With an ace as up-card only gin is allowed. Numbers typed for another knocker are cleared.
    setKnocker: (hand, side, rules) => {
      var onlyGin = knockLimit(hand, rules) === 0;
      return change(hand, {
        knocker: side, deadwood: onlyGin ? bySide(side, "0", "") : hand.knocker === side ? hand.deadwood : ["", ""], step: onlyGin ? "other" : "own",
      });
    },
    // Sets the knocker's deadwood to 0.
    callGin: (hand) => change(hand, { deadwood: bySide(hand.knocker, "0", hand.deadwood[1 - hand.knocker]), step: "other" }),
    pressKey: (hand, key) => {
      var typed = typedText(hand), next = C.entry.applyKey(typed === "0" ? "" : typed, key, DIGITS[hand.step]);
      if (hand.step === "cards") return change(hand, { cards: next });
      var own = hand.step === "own" ? next : hand.deadwood[hand.knocker], other = hand.step === "own" ? hand.deadwood[1 - hand.knocker] : next;
      return change(hand, { deadwood: bySide(hand.knocker, own, other) });
    },
    typedText,
    knockLimit,
    limitMessages,
    hint,
    error,
    // The messages about the numbers typed so far.
    messages: (hand, rules, names) => {
      var result;
      if (hand.step === "own" || typedText(hand) === "") return [];
      if (hand.step === "cards") return cardCountMessages(hand);
      result = figures(hand, rules);
      return resultMessages(result, gin.score(result, rules), names);
    },
    resultMessages,
    // The step after the keypad: "other", or "write" when both numbers are typed.
    nextStep: (hand) => hand.step === "other" ? "write" : "other",
    // Returns the hand at its previous step, or null at the first step.
    stepBack: (hand, rules) => {
      if (hand.step === "own") return change(hand, { step: "who" });
      if (hand.step === "other") return change(hand, { step: knockLimit(hand, rules) === 0 ? "who" : "own" });
      if (hand.step === "cards") return change(hand, { step: "other" });
      if (hand.step === "void") return change(hand, { step: rules.oklahoma && !hand.suit ? "card" : "who" });
      return hand.step === "who" && hand.rank ? change(hand, { step: "card", suit: "" }) : null;
    },
    figures,
    // Adds the up-card to the result of a hand that was not played, {how, reason}.
    unplayedResult: (hand, rules, result) => ({ ...result, ...rules.oklahoma && hand.suit ? { up_card: hand.rank + hand.suit } : {} }),

    // The next four return what changes in the tool.
    // Adds a result: a whole hand, or in a game of teams the result of one of its pairs. After that the next pair is asked.
    addResult: (tool, result, rules) => {
      var pairs = rules.mode === "teams" ? rules.a_side : 0, results = (tool.results || []).concat(result);
      if (results.length < pairs) return { results, hand: C.handModel.begin(rules), taken: [] };
      return { hands: tool.hands.concat([pairs ? results : result]), results: [], hand: null, taken: [] };
    },
    // Goes back from the first step of a hand: to the previous pair, whose result is asked again, or to the sheet.
    leaveHand: (tool, rules) => {
      var results = tool.results || [];
      return results.length ? { results: results.slice(0, -1), hand: C.handModel.begin(rules) } : { hand: null };
    },
    takeBack: (tool) => {
      var last = tool.hands.length - 1;
      return { hands: tool.hands.slice(0, last), taken: tool.taken.concat([tool.hands[last]]) };
    },
    putBack: (tool) => {
      var last = tool.taken.length - 1;
      return { hands: tool.hands.concat([tool.taken[last]]), taken: tool.taken.slice(0, last) };
    },
    // The two players whose result is entered: {sides, names, letters, onlooker: name or ""}. `people` is a list of {name, letters}.
    pair: (tool, rules, people) => {
      var meeting = gin.sheet(tool.hands, rules, tool.dealer).meetings[(tool.results || []).length],
        hasThree = rules.mode === "three" || rules.mode === "captain";
      var onlooker = hasThree ? people[3 - meeting.players[0] - meeting.players[1]].name : "";
      return {
        sides: meeting.players.map((player) => gin.sideOf(player, rules)), onlooker,
        names: meeting.players.map((player) => people[player].name),
        letters: meeting.players.map((player) => people[player].letters),
      };
    },
    // All players in the order of `scoring/gin/meetings.py`: the entries of each side, or the members of its team.
    people: (sides, rules, names) => {
      return [].concat.apply([], gin.sides(rules).map((players, side) => {
        var entries = sides[side].entries, team = entries[0].team || [];
        if (players.length === 1) return [{ name: names[side], letters: entries.map((entry) => entry.letter) }];
        return players.map((_, index) => {
          var entry = entries.length > 1 ? entries[index] : entries[0];
          return { name: entries.length > 1 ? entry.name : team[index] || entry.name + " " + (index + 1), letters: [entry.letter] };
        });
      }));
    },
    // The messages about a hand on the sheet. For teams: which side scores how much.
    handMessages: (result, row, rules, people, names) => {
      if (rules.mode === "teams") return row.winner === null ? [{ code: "hand_level" }]
        : [{ code: "hand_writes", values: { name: names[row.winner], points: row.points } }];
      return resultMessages(result, row.score, row.meetings[0].players.map((player) => people[player].name));
    },
    // The side that deals the first hand, or null if it is not known.
    firstDealer: (view) => {
      if (view.deals !== null && view.deals !== undefined) return view.deals;
      return view.rules.first_deal === "seat_a" ? 0 : null;
    },
    newSheet: (dealer, hands) => ({ hands: hands || [], hand: null, taken: [], dealer, corrects: null }),
    // The sheet of a `result` that is corrected. `under` is the tool that was open; it returns when the sheet is closed.
    reopenedSheet: (result, meeting, under) => {
      return {
        name: "hands", meeting, game: result.body.game, away: false, hands: result.body.data.hands, hand: null,
        taken: [], dealer: null, corrects: result.body.nonce, under,
      };
    },
  };
})();

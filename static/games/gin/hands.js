// A game of gin from the hands that a table wrote down: the same sheet as `scoring/gin`, worked out while nobody answers.
// A hand is as in docs/protocol.md: {knocker, deadwood: [own, other], up_card, opponent_cards}, {how: "nobody"} or {how: "void", reason}.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var HAND = 10, KNOCK = 10, FINE = 10, THREE_SHUTOUT = 100;

  function sum(numbers) { return numbers.reduce(function (one, other) { return one + other; }, 0); }
  function only(side, points, count) { return upTo(count).map(function (place) { return place === side ? points : 0; }); }
  function upTo(count) { return Array.from({ length: count }, function (_, at) { return at; }); }

  var gin = C.ginSheet = {
    RANKS: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
    SUITS: ["S", "H", "D", "C"],
    VOIDS: [
      "stock_out", "dealt_out_of_turn", "imperfect_pack", "card_turned_in_deal", "card_face_up_in_pack", "wrong_number_dealt",
      "wrong_number_in_play", "cards_seen_in_deal", "knocker_irregular",
    ],
    HAND: HAND,
    MOST_CARDS: 14,
    FINE: FINE,
  };

  // The most deadwood that may knock: 10, or what the up-card of Oklahoma says (rules.md §5, §7.1).
  gin.limit = function (rules, upCard) {
    if (!rules.oklahoma) return KNOCK;
    var rank = gin.RANKS.indexOf(upCard.slice(0, -1)) + 1;
    return rank === 1 ? 0 : Math.min(rank, KNOCK);
  };
  // More than this no hand of so many cards can count: two of each rank, the dearest first.
  gin.most = function (cards, ace) {
    var dearest = [ace === "corner" ? 15 : 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10].sort(function (one, other) { return other - one; });
    for (var at = 0, most = 0; at < cards; at++) most += dearest[Math.floor(at / 2)];
    return most;
  };
  function cardsOf(hand) { return hand.opponent_cards === undefined ? HAND : hand.opponent_cards; }

  // Why these figures are no hand, by the name under which the desk refuses them, or nothing.
  gin.wrong = function (hand, rules) {
    if (!hand.deadwood) return "";
    var own = hand.deadwood[hand.knocker], other = hand.deadwood[1 - hand.knocker], cards = cardsOf(hand);
    if (cards < 1 || cards > gin.MOST_CARDS) return "gin_opponent_cards";
    if (own > gin.most(HAND, rules.ace) || other > gin.most(cards, rules.ace)) return "gin_too_many_points";
    return own > gin.limit(rules, hand.up_card) ? "gin_over_limit" : "";
  };

  function compare(knocker, own, other) {
    if (own === 0) return { how: "gin", winner: knocker, difference: other };
    if (own < other) return { how: "knock", winner: knocker, difference: other - own };
    return { how: "undercut", winner: 1 - knocker, difference: own - other };
  }
  function nothing(how, why, fines) {
    return { how: how, winner: null, difference: 0, bonus: 0, points: 0, fines: fines || [0, 0], why: why || "", doubled: false };
  }
  // What a hand gave (rules.md §5, §5.1, §7): {how, winner, difference, bonus, points, fines}; `why` nobody scored.
  gin.score = function (hand, rules) {
    if (!hand.deadwood) return nothing(hand.how, hand.reason);
    var knocker = hand.knocker, cards = cardsOf(hand), few = cards < HAND;
    var end = compare(knocker, hand.deadwood[knocker], hand.deadwood[1 - knocker]);
    var fines = only(few ? 1 - knocker : null, FINE, 2);
    if (cards > HAND && (end.how === "undercut" || end.difference === 0)) return nothing("nobody", "many_cards", fines);
    if (end.how === "gin" && end.difference === 0 && rules.ace === "corner") return nothing("nobody", "corner_to_zero", fines);
    var bonus = end.how === "gin" ? rules.gin : end.how === "undercut" && !few ? rules.undercut : 0;
    var doubled = Boolean(rules.oklahoma) && hand.up_card.slice(-1) === "S";
    return {
      how: end.how, winner: end.winner, difference: end.difference, bonus: bonus, fines: fines, why: "", doubled: doubled,
      points: (end.difference + bonus) * (doubled ? 2 : 1),
    };
  };
  // The players of each side (rules.md §6): one a side, the captain against two, or teams.
  gin.sides = function (rules) {
    var many = rules.mode === "teams" ? rules.a_side : 1;
    if (rules.mode === "captain") return [[0], [1, 2]];
    return upTo(rules.mode === "three" ? 3 : 2).map(function (side) { return upTo(many).map(function (place) { return side * many + place; }); });
  };
  gin.sideOf = function (player, rules) { return gin.sides(rules).findIndex(function (side) { return side.includes(player); }); };
  function ofThree(rules) { return rules.mode === "three" || rules.mode === "captain"; }
  // Who meets whom in the first hand, and who deals: of three the second.
  function opening(rules, dealer) {
    var sides = gin.sides(rules);
    if (ofThree(rules)) return [{ players: [0, 1], dealer: 1 }];
    return sides[0].map(function (player, at) { return { players: [player, sides[1][at]], dealer: sides[0].length > 1 ? null : dealer }; });
  }
  // And in the next one: who looked on takes the loser's seat, teams may swap opponents; where two winners meet nobody is said to deal.
  function after(meetings, scores, rules) {
    var deal = meetings.map(function (one, at) { return scores[at].winner === null ? one.dealer : one.players[scores[at].winner]; });
    var pairs = meetings.map(function (one) { return one.players; }), first = meetings[0].players, won = scores[0].winner, on = 3 - sum(first);
    if (ofThree(rules) && won !== null && gin.sideOf(first[won], rules) !== gin.sideOf(on, rules)) pairs = [won ? [on, first[1]] : [first[0], on]];
    if (rules.alternating && scores.some(function (score) { return score.how !== "void"; })) pairs = pairs.map(function (pair) {
      return [pair[0], rules.a_side + (pair[1] + 1) % rules.a_side];
    });
    return pairs.map(function (pair) {
      var known = Array.from(new Set(deal.filter(function (player) { return pair.includes(player); })));
      return { players: pair, dealer: known.length === 1 ? known[0] : null };
    });
  }
  // What a hand changes: who wins it, what is written, fines by side. The results of teams are netted.
  function outcome(meetings, scores, rules, count) {
    var won = only(null, 0, count), fines = only(null, 0, count), winner = null;
    scores.forEach(function (score, at) {
      var places = meetings[at].players.map(function (player) { return gin.sideOf(player, rules); });
      score.fines.forEach(function (fine, place) { fines[places[place]] += fine; });
      if (score.winner === null) return;
      winner = places[score.winner];
      won[winner] += score.points;
    });
    if (scores.length > 1) winner = won[0] === won[1] ? null : Number(won[1] > won[0]);
    var points = winner === null ? 0 : scores.length > 1 ? Math.abs(won[0] - won[1]) : won[winner];
    return { winner: winner, points: points, fines: fines };
  }

  // Whether the opponent still writes in a game of Hollywood that is won (rules.md §7.2).
  function bothWrite(rules) { return Boolean(rules.hollywood_open || rules.hollywood_letter); }
  // To the letter one side with the target in every game ends the sheet; else each game is won by somebody.
  function isOver(games, rules) {
    if (!rules.hollywood_letter) return games.every(function (game) { return game.winner !== null; });
    return games[0].points.some(function (_, side) { return games.every(function (game) { return game.points[side] >= rules.target; }); });
  }
  // One game after a hand (rules.md §7.2): a side writes in as many games as it has won hands, until the game is closed.
  function written(game, number, hand, rules, games) {
    var points = game.points.slice(), boxes = game.boxes.slice();
    points.forEach(function (_, side) {
      var reaches = Math.min(Math.max(hand.wins[side], 1), games);
      var takes = game.winner === null || (bothWrite(rules) && game.points[side] < rules.target);
      if (number > reaches || !takes) return;
      points[side] += hand.gains[side];
      boxes[side] += side === hand.winner ? 1 : 0;
    });
    var reached = hand.winner !== null && points[hand.winner] >= rules.target;
    return { points: points, boxes: boxes, winner: game.winner === null && reached ? hand.winner : game.winner };
  }
  function cells(before, after) {
    return [].concat.apply([], after.map(function (game, at) {
      return game.points.map(function (points, side) {
        var won = game.boxes[side] > before[at].boxes[side];
        return { total: won || points !== before[at].points[side] ? points : null, underlined: won };
      });
    }));
  }
  // What a closed game is worth: bonus, doubling, boxes, in the order of the source (rules.md §5).
  function result(game, rules) {
    var winner = game.winner, count = game.points.length, boxes = game.boxes.map(function (won) { return won * rules.box; });
    var soFar = game.points[winner] + rules.game_bonus + (rules.boxes_doubled ? boxes[winner] : 0);
    var none = game.boxes.some(function (won, side) { return side !== winner && !won; });
    var bonus = only(winner, rules.game_bonus, count), shutout = only(winner, none ? (count > 2 ? THREE_SHUTOUT : soFar) : 0, count);
    var totals = game.points.map(function (points, side) { return points + bonus[side] + shutout[side] + boxes[side]; });
    return {
      winner: winner, game_bonus: bonus, shutout: shutout, box_bonus: boxes, total: totals, // everybody pays everybody above
      value: totals.map(function (own) { return sum(totals.map(function (other) { return own - other; })); }),
    };
  }
  function footers(games, results) {
    function line(code, of) {
      return { code: code, numbers: [].concat.apply([], games.map(function (game, at) { return game.points.map(function (_, side) { return of(game, results[at], side); }); })) };
    }
    function ofResult(code) { return line(code, function (game, found, side) { return found && found[code][side]; }); }
    var points = line("written", function (game, found, side) { return game.points[side]; });
    var boxes = line("boxes", function (game, found, side) { return game.boxes[side]; });
    if (!results.some(Boolean)) return [points, boxes];
    var shutout = ofResult("shutout");
    return [points, ofResult("game_bonus")].concat(
      shutout.numbers.some(Boolean) ? [shutout] : [], [boxes, ofResult("box_bonus"), ofResult("total"), ofResult("value")]
    );
  }

  // The sheet after these hands: rows with their cells, games, what is worked out below them, the end; `meetings` of the next hand.
  gin.sheet = function (hands, rules, firstDealer) {
    var count = gin.sides(rules).length, none = only(null, 0, count), wins = none.slice();
    var games = (rules.hollywood ? [1, 2, 3] : [1]).map(function () { return { points: none, boxes: none, winner: null }; });
    var meetings = opening(rules, firstDealer === undefined ? null : firstDealer);
    var rows = hands.map(function (hand, at) {
      var scores = [].concat(hand).map(function (one) { return gin.score(one, rules); }), found = outcome(meetings, scores, rules, count);
      var before = games, met = meetings;
      if (found.winner !== null) wins[found.winner] += 1;
      var change = {
        winner: found.winner, wins: wins,
        gains: none.map(function (_, side) { return (side === found.winner ? found.points : 0) - found.fines[side]; }),
      };
      games = before.map(function (game, number) { return written(game, number + 1, change, rules, before.length); });
      meetings = after(met, scores, rules);
      return {
        number: at + 1, score: scores[0], scores: scores, meetings: met, dealt: met[0].dealer, winner: found.winner, points: found.points,
        cells: cells(before, games),
      };
    });
    var over = isOver(games, rules);
    var results = games.map(function (game) { return game.winner !== null && (over || !bothWrite(rules)) ? result(game, rules) : null; });
    var values = none.map(function (_, side) { return sum(results.map(function (found) { return found ? found.value[side] : 0; })); });
    var won = sum(games.map(function (game) { return game.winner; })); // the value of all games; level: more of them (§7.2)
    var apart = games.length > 1 && values[0] !== values[1];
    return {
      rows: rows, games: games, results: results, footers: footers(games, results), values: values, over: over, meetings: meetings, dealer: meetings[0].dealer,
      totals: none.map(function (_, side) { return sum(results.map(function (found) { return found ? found.total[side] : 0; })); }),
      winner: !over ? null : games.length === 1 ? games[0].winner : apart ? Number(values[1] > values[0]) : Number(won > games.length / 2),
    };
  };
})();

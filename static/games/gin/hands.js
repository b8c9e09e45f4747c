// Computes the sheet of a game of gin from its hands, by the same rules as `scoring/gin`, so that it also works offline.
// A hand has the form of docs/protocol.md: {knocker: 0 or 1, deadwood: [first, second], up_card, opponent_cards},
// {how: "nobody"} or {how: "void", reason}. For teams, each item of `hands` is a list with one such result per pair of opponents.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var HAND_SIZE = 10, KNOCK_LIMIT = 10, FINE = 10, THREE_SHUTOUT = 100;

  function sum(numbers) { return numbers.reduce((total, number) => total + number, 0); }
  // A list of `count` numbers: `points` for `side`, 0 for the others.
  function onlyFor(side, points, count) { return range(count).map((index) => index === side ? points : 0); }
  function range(count) { return Array.from({ length: count }, (_, index) => index); }

  var gin = C.ginSheet = {
    RANKS: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
    SUITS: ["S", "H", "D", "C"],
    VOID_REASONS: [
      "stock_out", "dealt_out_of_turn", "imperfect_pack", "card_turned_in_deal", "card_face_up_in_pack", "wrong_number_dealt",
      "wrong_number_in_play", "cards_seen_in_deal", "knocker_irregular",
    ],
    HAND_SIZE,
    MAX_CARDS: 14,
    FINE,
  };

  // The highest deadwood with which a player may knock: 10, or in Oklahoma the value of the up-card (rules.md §5, §7.1).
  gin.knockLimit = (rules, upCard) => {
    if (!rules.oklahoma) return KNOCK_LIMIT;
    var rank = gin.RANKS.indexOf(upCard.slice(0, -1)) + 1;
    return rank === 1 ? 0 : Math.min(rank, KNOCK_LIMIT);
  };
  // The highest deadwood that this number of cards can have: two cards of each rank, highest points first.
  gin.mostDeadwood = (cards, ace) => {
    var cardPoints = [ace === "corner" ? 15 : 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10].sort((a, b) => b - a);
    for (var index = 0, total = 0; index < cards; index++) total += cardPoints[Math.floor(index / 2)];
    return total;
  };
  function opponentCards(hand) { return hand.opponent_cards === undefined ? HAND_SIZE : hand.opponent_cards; }

  // The error code with which the server would refuse this hand, or "".
  gin.errorCode = (hand, rules) => {
    if (!hand.deadwood) return "";
    var own = hand.deadwood[hand.knocker], other = hand.deadwood[1 - hand.knocker], cards = opponentCards(hand);
    if (cards < 1 || cards > gin.MAX_CARDS) return "gin_opponent_cards";
    if (own > gin.mostDeadwood(HAND_SIZE, rules.ace) || other > gin.mostDeadwood(cards, rules.ace)) return "gin_too_many_points";
    return own > gin.knockLimit(rules, hand.up_card) ? "gin_over_limit" : "";
  };

  function compare(knocker, own, other) {
    if (own === 0) return { how: "gin", winner: knocker, difference: other };
    if (own < other) return { how: "knock", winner: knocker, difference: other - own };
    return { how: "undercut", winner: 1 - knocker, difference: own - other };
  }
  function noScore(how, reason, fines) {
    return { how, winner: null, difference: 0, bonus: 0, points: 0, fines: fines || [0, 0], reason: reason || "", doubled: false };
  }
  // The score of one hand (rules.md §5, §5.1, §7). `reason` says why a hand without a winner has no points.
  gin.score = (hand, rules) => {
    if (!hand.deadwood) return noScore(hand.how, hand.reason);
    var knocker = hand.knocker, cards = opponentCards(hand), tooFew = cards < HAND_SIZE;
    var ending = compare(knocker, hand.deadwood[knocker], hand.deadwood[1 - knocker]);
    var fines = onlyFor(tooFew ? 1 - knocker : null, FINE, 2);
    if (cards > HAND_SIZE && (ending.how === "undercut" || ending.difference === 0)) return noScore("nobody", "many_cards", fines);
    if (ending.how === "gin" && ending.difference === 0 && rules.ace === "corner") return noScore("nobody", "corner_to_zero", fines);
    var bonus = ending.how === "gin" ? rules.gin : ending.how === "undercut" && !tooFew ? rules.undercut : 0;
    var doubled = Boolean(rules.oklahoma) && hand.up_card.slice(-1) === "S";
    return {
      how: ending.how, winner: ending.winner, difference: ending.difference, bonus, fines, reason: "", doubled,
      points: (ending.difference + bonus) * (doubled ? 2 : 1),
    };
  };
  // The player numbers of each side (rules.md §6): single players, the captain against two, or teams.
  gin.sides = (rules) => {
    var perSide = rules.mode === "teams" ? rules.a_side : 1;
    if (rules.mode === "captain") return [[0], [1, 2]];
    return range(rules.mode === "three" ? 3 : 2).map((side) => range(perSide).map((index) => side * perSide + index));
  };
  gin.sideOf = (player, rules) => gin.sides(rules).findIndex((side) => side.includes(player));
  function hasThreePlayers(rules) { return rules.mode === "three" || rules.mode === "captain"; }
  // The opponents of the first hand and its dealer. With three players, the second one deals.
  function firstMeetings(rules, dealer) {
    var sides = gin.sides(rules);
    if (hasThreePlayers(rules)) return [{ players: [0, 1], dealer: 1 }];
    return sides[0].map((player, index) => ({ players: [player, sides[1][index]], dealer: sides[0].length > 1 ? null : dealer }));
  }
  // The opponents and dealer of the next hand. With three players, the onlooker takes the loser's seat; teams may change opponents.
  // The winner of a hand deals the next one. The dealer is unknown (null) unless exactly one player of a pair would deal.
  function nextMeetings(meetings, scores, rules) {
    var dealers = meetings.map((meeting, index) => scores[index].winner === null ? meeting.dealer : meeting.players[scores[index].winner]);
    var pairs = meetings.map((meeting) => meeting.players),
      first = meetings[0].players, winner = scores[0].winner, onlooker = 3 - sum(first);
    if (hasThreePlayers(rules) && winner !== null && gin.sideOf(first[winner], rules) !== gin.sideOf(onlooker, rules))
      pairs = [winner ? [onlooker, first[1]] : [first[0], onlooker]];
    if (rules.alternating && scores.some((score) => score.how !== "void")) pairs = pairs.map((pair) => [pair[0], rules.a_side + (pair[1] + 1) % rules.a_side]);
    return pairs.map((pair) => {
      var known = Array.from(new Set(dealers.filter((player) => pair.includes(player))));
      return { players: pair, dealer: known.length === 1 ? known[0] : null };
    });
  }
  // The outcome of a hand: the winning side, its points, and the fines by side. For teams, the difference of all results counts.
  function outcome(meetings, scores, rules, count) {
    var gains = onlyFor(null, 0, count), fines = onlyFor(null, 0, count), winner = null;
    scores.forEach((score, index) => {
      var sides = meetings[index].players.map((player) => gin.sideOf(player, rules));
      score.fines.forEach((fine, place) => { fines[sides[place]] += fine; });
      if (score.winner === null) return;
      winner = sides[score.winner];
      gains[winner] += score.points;
    });
    if (scores.length > 1) winner = gains[0] === gains[1] ? null : Number(gains[1] > gains[0]);
    var points = winner === null ? 0 : scores.length > 1 ? Math.abs(gains[0] - gains[1]) : gains[winner];
    return { winner, points, fines };
  }

  // Whether the opponent may still score in a Hollywood game that is already won (rules.md §7.2).
  function loserStillScores(rules) { return Boolean(rules.hollywood_open || rules.hollywood_letter); }
  // With the strict rule (hollywood_letter) the sheet ends when one side has the target in every game; otherwise when every game
  // has a winner.
  function isOver(games, rules) {
    if (!rules.hollywood_letter) return games.every((game) => game.winner !== null);
    return games[0].points.some((_, side) => games.every((game) => game.points[side] >= rules.target));
  }
  // Returns a game after a hand (rules.md §7.2). A side scores in as many games as it has won hands, until the game is closed.
  function addHand(game, number, change, rules, gameCount) {
    var points = game.points.slice(), boxes = game.boxes.slice();
    points.forEach((_, side) => {
      var openGames = Math.min(Math.max(change.wins[side], 1), gameCount);
      var canScore = game.winner === null || (loserStillScores(rules) && game.points[side] < rules.target);
      if (number > openGames || !canScore) return;
      points[side] += change.gains[side];
      boxes[side] += side === change.winner ? 1 : 0;
    });
    var hasTarget = change.winner !== null && points[change.winner] >= rules.target;
    return { points, boxes, winner: game.winner === null && hasTarget ? change.winner : game.winner };
  }
  // The cells of one row, game by game: the new total of each side, or null where it did not change.
  function cells(before, after) {
    return [].concat.apply([], after.map((game, index) => {
      return game.points.map((points, side) => {
        var wonHand = game.boxes[side] > before[index].boxes[side];
        return { total: wonHand || points !== before[index].points[side] ? points : null, underlined: wonHand };
      });
    }));
  }
  // The final result of a closed game: game bonus, shutout and box bonus, in the order of the rules (rules.md §5).
  function gameResult(game, rules) {
    var winner = game.winner, count = game.points.length, boxes = game.boxes.map((number) => number * rules.box);
    var subtotal = game.points[winner] + rules.game_bonus + (rules.boxes_doubled ? boxes[winner] : 0);
    var isShutout = game.boxes.some((number, side) => side !== winner && !number);
    var bonus = onlyFor(winner, rules.game_bonus, count), shutout = onlyFor(winner, isShutout ? (count > 2 ? THREE_SHUTOUT : subtotal) : 0, count);
    var totals = game.points.map((points, side) => points + bonus[side] + shutout[side] + boxes[side]);
    return {
      winner, game_bonus: bonus, shutout, box_bonus: boxes, total: totals, // each side pays each side with a higher total
      value: totals.map((own) => sum(totals.map((other) => own - other))),
    };
  }
  function footers(games, results) {
    function line(code, numberOf) {
      return { code, numbers: [].concat.apply([], games.map((game, index) => game.points.map((_, side) => numberOf(game, results[index], side)))) };
    }
    function resultLine(code) { return line(code, (game, result, side) => result && result[code][side]); }
    var points = line("written", (game, result, side) => game.points[side]);
    var boxes = line("boxes", (game, result, side) => game.boxes[side]);
    if (!results.some(Boolean)) return [points, boxes];
    var shutout = resultLine("shutout");
    return [points, resultLine("game_bonus")].concat(
      shutout.numbers.some(Boolean) ? [shutout] : [], [boxes, resultLine("box_bonus"), resultLine("total"), resultLine("value")]
    );
  }

  // The sheet after these hands: rows with their cells, games, footers, and the winner if it is over. `meetings` and `dealer` are
  // those of the next hand.
  gin.sheet = (hands, rules, firstDealer) => {
    var count = gin.sides(rules).length, zeros = onlyFor(null, 0, count), wins = zeros.slice();
    var games = (rules.hollywood ? [1, 2, 3] : [1]).map(() => ({ points: zeros, boxes: zeros, winner: null }));
    var meetings = firstMeetings(rules, firstDealer === undefined ? null : firstDealer);
    var rows = hands.map((hand, index) => {
      var scores = [].concat(hand).map((pairHand) => gin.score(pairHand, rules)),
        result = outcome(meetings, scores, rules, count);
      var previous = games, current = meetings;
      if (result.winner !== null) wins[result.winner] += 1;
      var change = {
        winner: result.winner, wins,
        gains: zeros.map((_, side) => (side === result.winner ? result.points : 0) - result.fines[side]),
      };
      games = previous.map((game, index) => addHand(game, index + 1, change, rules, previous.length));
      meetings = nextMeetings(current, scores, rules);
      return {
        number: index + 1, score: scores[0], scores, meetings: current, dealer: current[0].dealer, winner: result.winner,
        points: result.points, cells: cells(previous, games),
      };
    });
    var over = isOver(games, rules);
    var results = games.map((game) => game.winner !== null && (over || !loserStillScores(rules)) ? gameResult(game, rules) : null);
    var values = zeros.map((_, side) => sum(results.map((result) => result ? result.value[side] : 0)));
    // The total value of the games decides; if it is equal, the number of games won (rules.md §7.2). `winner` is 0 or 1: their sum
    // is the number of games won by the second side.
    var secondWins = sum(games.map((game) => game.winner));
    var valuesDiffer = games.length > 1 && values[0] !== values[1];
    return {
      rows, games, results, footers: footers(games, results), values, over, meetings,
      dealer: meetings[0].dealer,
      totals: zeros.map((_, side) => sum(results.map((result) => result ? result.total[side] : 0))),
      winner: !over ? null : games.length === 1 ? games[0].winner
        : valuesDiffer ? Number(values[1] > values[0]) : Number(secondWins > games.length / 2),
    };
  };
})();

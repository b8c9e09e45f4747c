// Cribbage at the desk: who has won, then the loser’s points (and the winner’s, where they are written as pegged). At a
// table of more than two sides those of each of the others, in the order of the seats: 7 B 88 Space 64 Enter.
(function () {
  "use strict";

  window.deskEntries = window.deskEntries || {};
  window.deskEntries.cribbage = function (desk) {
    var data = desk.data, words = data.words, form = desk.form;
    var loser = form.elements.loser, high = form.elements.winner_points || null;
    var block = form.querySelector(".desk-several"), pegged = {};
    ["A", "B", "C", "D", "E", "F"].forEach(function (letter) { pegged[letter] = form.elements["pegged_" + letter]; });

    function several() { return desk.letters().length > 2; }
    function losers() { return desk.letters().filter(function (letter) { return letter !== desk.winner(); }); }
    function asked() { // the boxes to fill, in the order in which they are typed
      if (!several()) return high ? [loser, high] : [loser];
      var order = losers().map(function (letter) { return pegged[letter]; });
      return high && desk.winner() ? order.concat(pegged[desk.winner()]) : order;
    }
    function settle() { // what the winner has follows, where the day counts exactly to the target
      Object.keys(pegged).forEach(function (letter) {
        var own = several() && !data.as_pegged && letter === desk.winner();
        if (own) pegged[letter].value = "";
        pegged[letter].disabled = own;
        pegged[letter].placeholder = own ? data.target : "";
      });
    }
    function next(field) {
      var order = asked(), at = order.indexOf(field);
      return order.slice(at + 1).concat(order.slice(0, at)).find(function (one) { return !one.value; }) || null;
    }
    function level(low) {
      var found = 0;
      data.skunks.forEach(function (one, at) { if (one.under === null || low < one.under) found = at; });
      return found;
    }
    function skunk(lows) {
      var levels = lows.map(level);
      if (lows.length > 1 && data.several === "none") return data.skunks[0];
      return data.skunks[Math[data.several === "any" ? "max" : "min"].apply(null, levels)];
    }
    function points(box) { return /^\d+$/.test(box.value.trim()) ? Number(box.value) : NaN; }
    function told(beaten, high) {
      var note = skunk(beaten.map(function (one) { return one.points; }));
      var extra = [note.name, note.worth].filter(Boolean).join(", "), names = beaten.map(function (one) {
        return desk.nameOf(one.letter) + " " + one.points;
      });
      var partners = desk.table().partners, plain = beaten.length === 1 && !partners;
      var result = desk.fill(plain ? words.beats : words.several, {
        winner: desk.nameOf(desk.winner()), high: high, low: beaten[0].points, others: names.join(", "),
        loser: desk.nameOf(beaten[0].letter),
      });
      return result + (extra ? " · " + extra : "");
    }
    return {
      get fields() { return asked(); },
      boxes: [loser].concat(high || [], Object.keys(pegged).map(function (letter) { return pegged[letter]; })),
      named: { get winner() { return asked()[0]; }, winner_points: high, loser: loser },
      opens: /^$/,
      after: function (field) { return several() ? next(field) : field === loser && high && !high.value ? high : null; },
      letter: function (letter) {
        desk.setWinner(letter);
        settle();
        if (several()) (next(null) || asked()[0]).focus();
      },
      turn: function () {
        var has = desk.winner();
        if (several()) desk.say("warning", desk.fill(words.who_of_several, { sides: desk.listed() }));
        else if (has) desk.setWinner(desk.other(has));
        return Boolean(has) || several();
      },
      key: function (key, field) {
        if (key !== " " || !several()) return false;
        var box = next(field);
        if (box) { box.focus(); box.select(); }
        return true;
      },
      missing: function () {
        if (desk.winner()) return "";
        if (several()) return desk.fill(words.who_of_several, { sides: desk.listed() });
        return desk.fill(words.who_won, { a: desk.nameOf("A"), b: desk.nameOf("B") });
      },
      typed: function () {},
      preview: function () {
        var has = desk.winner();
        if (!has) return "";
        var beaten = losers().map(function (letter) {
          return { letter: letter, points: points(several() ? pegged[letter] : loser) };
        });
        var own = several() ? pegged[has] : high;
        if (beaten.some(function (one) { return !(one.points < data.target); })) return "";
        return told(beaten, data.as_pegged ? (own.value.trim() || "…") : data.target);
      },
      correct: function () {},
      arrange: function (letters) {
        block.hidden = letters.length < 3;
        settle();
      },
      clear: function () { settle(); },
    };
  };
})();

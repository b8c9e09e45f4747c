// Cribbage at the desk: who has won, then the loser’s points (and the winner’s, where they are written as pegged).
(function () {
  "use strict";

  window.deskEntries = window.deskEntries || {};
  window.deskEntries.cribbage = function (desk) {
    var data = desk.data, words = data.words;
    var loser = desk.form.elements.loser, high = desk.form.elements.winner_points || null;

    function skunk(low) {
      return data.skunks.reduce(function (found, level) {
        return level.under === null || low < level.under ? level : found;
      });
    }
    return {
      fields: high ? [loser, high] : [loser],
      boxes: high ? [loser, high] : [loser],
      named: { winner: loser, winner_points: high, loser: loser },
      opens: /^$/,
      after: function (field) { return field === loser && high && !high.value ? high : null; },
      letter: function (letter) { desk.setWinner(letter); },
      turn: function () {
        var has = desk.winner();
        if (has) desk.setWinner(desk.other(has));
        return Boolean(has);
      },
      key: function () { return false; },
      missing: function () {
        return desk.winner() ? "" : desk.fill(words.who_won, { a: desk.nameOf("A"), b: desk.nameOf("B") });
      },
      typed: function () {},
      preview: function () {
        var has = desk.winner(), low = loser.value.trim();
        if (!has || !/^\d+$/.test(low) || Number(low) >= data.target) return "";
        var level = skunk(Number(low));
        var result = desk.fill(words.beats, {
          winner: desk.nameOf(has), loser: desk.nameOf(desk.other(has)), low: low,
          high: data.as_pegged ? (high.value.trim() || "…") : data.target,
        });
        var extra = [level.name, level.worth].filter(Boolean).join(", ");
        return result + (extra ? " · " + extra : "");
      },
      correct: function () {},
      clear: function () {},
    };
  };
})();

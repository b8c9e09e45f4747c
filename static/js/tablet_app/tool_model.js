// What a table may use while its game is on, {name, meeting, game, away, under, …its own}: when it is shown, and when it goes.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  C.toolModel = {
    // As it was left in this game, or as `fresh` says.
    open: function (old, name, meeting, game, fresh) {
      var same = old && old.name === name && old.meeting === meeting && old.game === game;
      return Object.assign({}, same ? old : fresh, { name: name, meeting: meeting, game: game, away: false });
    },
    // "gone": the desk has gone on; "away": put aside for now; or "shown". `own` is the result that may still be taken back.
    state: function (tool, found, own) {
      var stands = tool.meeting === found.meeting.uid && (tool.corrects ? Boolean(own) && own.body.nonce === tool.corrects : tool.game === found.next);
      if (!stands) return "gone";
      return (found.mode !== "playing" && !tool.corrects) || tool.away ? "away" : "shown";
    },
  };
})();

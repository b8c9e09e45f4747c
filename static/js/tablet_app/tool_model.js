// The state of a tool that is used during a game (tools.js): when it is shown, hidden or closed.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  C.toolModel = {
    // The stored state if it belongs to the same game, else `initial`.
    open: (stored, name, meeting, game, initial) => {
      var same = stored && stored.name === name && stored.meeting === meeting && stored.game === game;
      return { ...same ? stored : initial, name, meeting, game, away: false };
    },
    // What is stored once it is "gone": the tool below a correction, else the tool itself, marked as `left`. Its game may come back,
    // as the desk may have typed the slip of another table, or moved this tablet by mistake.
    leave: (tool) => tool.corrects ? tool.under || null : { ...tool, left: true },
    // "gone": its game is over; "away": hidden for now; or "shown". `own` is the result that this tablet may still correct.
    state: (tool, view, own) => {
      var valid = tool.meeting === view.meeting.uid && (tool.corrects ? Boolean(own) && own.body.nonce === tool.corrects : tool.game === view.next);
      if (!valid) return "gone";
      return (view.mode !== "playing" && !tool.corrects) || tool.away ? "away" : "shown";
    },
  };
})();

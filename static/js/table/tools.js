// What a table may use while its game is on: a pegging board, a sheet of hands. One is open at a time; its state is a
// thing of the tablet, {name, meeting, game, away, under, …its own}, and so survives a closed lid.
// C.tools.NAME = {open(found), screen(found) -> {key, sign, build} or null}
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.tools = C.tools || {};

  C.tool = function () { return C.store.thing("tool"); };
  C.keepTool = function (changes) {
    C.store.keep("tool", Object.assign({}, C.tool(), changes));
    C.show();
  };
  // Opens it as it was left in this game, or as `fresh` says.
  C.openTool = function (name, found, fresh) {
    var old = C.tool(), same = old && old.name === name && old.meeting === found.meeting.uid && old.game === found.next;
    C.store.keep("tool", Object.assign({}, same ? old : fresh, { name: name, meeting: found.meeting.uid, game: found.next, away: false }));
    C.show();
  };
  // Back to the table; what is on it stays.
  C.putToolAway = function () { C.keepTool({ away: true }); };
  // What it was opened over comes back: the sheet of the game that is on, where the one before is corrected.
  C.closeTool = function () { C.store.keep("tool", C.tool().under || null); };
  // The game of `result`, {meeting, game}, is written: its tool has done its work.
  C.dropTool = function (result) {
    var tool = C.tool();
    if (tool && tool.meeting === result.meeting && tool.game === result.game) C.closeTool();
  };

  // Whether its game is still to be written, or the result that it corrects may still be taken back.
  function stands(tool, found) {
    if (tool.meeting !== found.meeting.uid) return false;
    if (!tool.corrects) return tool.game === found.next;
    var own = C.correctable(found);
    return Boolean(own) && own.body.nonce === tool.corrects;
  }
  // The screen of the tool that is open, or null.
  C.tooling = function (found) {
    var tool = C.tool();
    if (!tool || !found.meeting) return null;
    if (!stands(tool, found)) { // the desk has gone on
      C.closeTool();
      C.notice = C.t("tool_dropped");
      return null;
    }
    if ((found.mode !== "playing" && !tool.corrects) || tool.away || !C.tools[tool.name]) return null;
    return C.tools[tool.name].screen(found);
  };
})();

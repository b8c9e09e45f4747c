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
    C.store.keep("tool", C.toolModel.open(C.tool(), name, found.meeting.uid, found.next, fresh));
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

  // The screen of the tool that is open, or null.
  C.tooling = function (found) {
    var tool = C.tool();
    if (!tool || !found.meeting) return null;
    var state = C.toolModel.state(tool, found, tool.corrects ? C.situations.correctable(found) : null);
    if (state === "gone") { // the desk has gone on
      C.closeTool();
      C.notice = C.t("tool_dropped");
      return null;
    }
    return state === "shown" && C.tools[tool.name] ? C.tools[tool.name].screen(found) : null;
  };
})();

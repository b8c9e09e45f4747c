// Tools for use during a game: a pegging board, a sheet of hands. One is open at a time. Its state is stored as "tool",
// {name, meeting, game, away, left, under, and its own fields}, and survives a reload, and its game until another one is opened.
// C.tools.NAME = {open(view), screen(view) -> {key, sign, build} or null}
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  C.tools = C.tools || {};

  C.tool = () => C.store.get("tool");
  C.updateTool = (changes) => {
    C.store.save("tool", { ...C.tool(), ...changes });
    C.show();
  };
  // Opens the tool with its stored state if that is of this game, else with `initial`.
  C.openTool = (name, view, initial) => {
    C.store.save("tool", C.toolModel.open(C.tool(), name, view.meeting.uid, view.next, initial));
    C.show();
  };
  // Back to the table; the state of the tool is kept.
  C.hideTool = () => { C.updateTool({ away: true }); };
  // Reopens the tool below it: the sheet of the current game, after a correction of the previous one.
  C.closeTool = () => { C.store.save("tool", C.tool().under || null); };
  // Closes the tool once the result of its game, {meeting, game}, is entered.
  C.dropTool = (result) => {
    var tool = C.tool();
    if (tool && tool.meeting === result.meeting && tool.game === result.game) C.closeTool();
  };

  // The screen of the open tool, or null.
  C.toolScreen = (view) => {
    var tool = C.tool();
    if (!tool || !view.meeting) return null;
    var state = C.toolModel.state(tool, view, tool.corrects ? C.situations.correctable(view) : null);
    if (state === "gone") {
      if (tool.left) return null;
      C.store.save("tool", C.toolModel.leave(tool));
      C.notice = C.t("tool_dropped");
      return null;
    }
    if (tool.left) C.store.save("tool", { ...tool, left: false });
    return state === "shown" && C.tools[tool.name] ? C.tools[tool.name].screen(view) : null;
  };
})();

// The clock of the round: the seconds left according to the desk, minus the time since. The tablet's own clock may be wrong and is
// not used. After a sleep or a reload no clock is shown until the desk has sent the time again.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SECOND_MS = 1000;
  var clock = null;  // {left, at}: seconds left at the time `at` of performance.now()
  var line = null;   // its element on the screen

  function clockText() { return C.text(C.clockModel.message(clock.left, (performance.now() - clock.at) / SECOND_MS)); }
  function update() {
    if (!clock) return;
    var text = clockText();
    [line && line.lastChild, document.querySelector(".of-day.is-clock")].forEach((element) => {
      if (element && element.textContent !== text) element.textContent = text;
    });
  }

  C.setClock = (round) => { clock = C.clockModel.hasClock(round) ? { left: round.left, at: performance.now() } : null; };
  // Whether the round has a clock but its time was lost.
  C.isClockStale = (state) => C.clockModel.hasClock(state.round) && !clock;
  C.hasClock = () => Boolean(clock);
  // The line on the screen; not a live region, so it is not announced each minute.
  C.clockLine = () => {
    line = clock ? C.el("p.clock", [C.icon("clock"), C.el("span", clockText())]) : null;
    return line;
  };
  // The text for the page header, where a board or a sheet fills the screen.
  C.clockText = () => clock ? clockText() : "";
  setInterval(update, SECOND_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || !clock) return;
    clock = null; // performance.now() may have stopped during the sleep
    C.show();
  });
})();

// The clock of the round: what the desk has told, counted on by what has passed since. The tablet's own clock, which may be
// wrong, is not asked; after a sleep or a fresh start the desk is asked again, and until then no clock is shown.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var A_SECOND = 1000;
  var told = null;  // {left, at}: seconds left, and when that was so
  var line = null;  // where it stands on the screen

  function words() { return C.say(C.clockModel.says(told.left, (performance.now() - told.at) / A_SECOND)); }
  function tick() {
    if (!told) return;
    var said = words();
    [line && line.lastChild, document.querySelector(".of-day.is-clock")].forEach(function (place) {
      if (place && place.textContent !== said) place.textContent = said;
    });
  }

  C.clockTold = function (round) { told = C.clockModel.runs(round) ? { left: round.left, at: performance.now() } : null; };
  C.clockIsOld = function (news) { return C.clockModel.runs(news.round) && !told; };
  C.clockRuns = function () { return Boolean(told); };
  // A line of the screen; read when one comes to it, never announced.
  C.clockLine = function () {
    line = told ? C.el("p.clock", [C.icon("clock"), C.el("span", words())]) : null;
    return line;
  };
  // Where a board or a sheet takes the whole screen it stands in the head of the page.
  C.clockWords = function () { return told ? words() : ""; };
  setInterval(tick, A_SECOND);
  document.addEventListener("visibilitychange", function () {
    if (document.visibilityState === "hidden" || !told) return;
    told = null; // who knows how long it slept
    C.show();
  });
})();

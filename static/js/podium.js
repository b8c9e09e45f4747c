// The ceremony: places come up one by one, the last first. Who steers takes the steps on the server, for every screen;
// where nobody does and nothing is secret (data-local), whoever is at this screen uncovers them here.
(function () {
  "use strict";
  var covered = null;

  function podium() { return document.querySelector("[data-podium]"); }
  function button() { return document.querySelector("[data-podium-next]"); }

  function prepare() {
    if (!podium() || !podium().hasAttribute("data-local")) { covered = null; return; }
    covered = covered === null ? podium().querySelectorAll("li").length : covered;
    cover();
  }

  function cover() {
    podium().querySelectorAll("li").forEach(function (place, at) {
      place.classList.toggle("is-covered", at < covered);
      place.toggleAttribute("aria-hidden", false);
      if (at < covered) place.setAttribute("aria-hidden", "true");
    });
    button().hidden = covered === 0;
  }

  function next() {
    if (!podium() || !button() || button().hidden) return;
    if (covered === null) { if (button().form) button().click(); return; }
    covered = Math.max(0, covered - 1);
    cover();
  }

  document.addEventListener("click", function (event) {
    if (covered !== null && event.target.closest("[data-podium-next]")) next();
  });
  document.addEventListener("keydown", function (event) {
    if (event.target.closest && event.target.closest("button") && (event.key === " " || event.key === "Enter")) return;
    if (["ArrowRight", "PageDown", " ", "Enter"].indexOf(event.key) < 0) return;
    event.preventDefault();
    next();
  });
  document.addEventListener("htmx:afterRequest", function (event) { // a step was taken here: show it at once
    var live = document.querySelector("[data-live]");
    if (event.detail.elt !== live && window.htmx) window.htmx.trigger(live, "step");
  });
  document.addEventListener("live:changed", prepare);
  prepare();
  if (button() && !button().hidden) button().focus();
})();

// The ceremony: places are uncovered one by one, from the last to the first. The organizer's button does it on the server, for
// every screen. If the user may not do that and no place is secret (data-local), places are uncovered on this screen only.
(function () {
  "use strict";
  var coveredCount = null; // on this screen; null: the server decides

  function podium() { return document.querySelector("[data-podium]"); }
  function button() { return document.querySelector("[data-podium-next]"); }

  function prepare() {
    if (!podium() || !podium().hasAttribute("data-local")) { coveredCount = null; return; }
    coveredCount = coveredCount === null ? podium().querySelectorAll("li").length : coveredCount;
    updateCovers();
  }

  function updateCovers() {
    podium().querySelectorAll("li").forEach((item, index) => {
      item.classList.toggle("is-covered", index < coveredCount);
      item.toggleAttribute("aria-hidden", false);
      if (index < coveredCount) item.setAttribute("aria-hidden", "true");
    });
    button().hidden = coveredCount === 0;
  }

  function uncoverNext() {
    if (!podium() || !button() || button().hidden) return;
    if (coveredCount === null) { if (button().form) button().click(); return; }
    coveredCount = Math.max(0, coveredCount - 1);
    updateCovers();
  }

  document.addEventListener("click", (event) => {
    if (coveredCount !== null && event.target.closest("[data-podium-next]")) uncoverNext();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    var control = event.target.closest && event.target.closest("a, button");
    if (control && (event.key === "Enter" || event.key === " " && control.matches("button"))) return;
    if (["ArrowRight", "PageDown", " ", "Enter"].indexOf(event.key) < 0) return;
    event.preventDefault();
    uncoverNext();
  });
  document.addEventListener("htmx:afterRequest", (event) => { // show a step taken here at once
    var live = document.querySelector("[data-live]");
    if (event.detail.elt !== live && window.htmx) window.htmx.trigger(live, "step");
  });
  document.addEventListener("live:changed", prepare);
  prepare();
  if (button() && !button().hidden) button().focus();
})();

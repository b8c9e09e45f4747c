// Runs before the page is painted: the choice of colours kept on this device, without a flash.
(function () {
  "use strict";
  var root = document.documentElement;
  function kept() {
    try { return localStorage.getItem("cheville-theme"); } catch (e) { return null; }
  }
  function keep(theme) {
    try { localStorage.setItem("cheville-theme", theme); } catch (e) { /* private window: this page only */ }
  }
  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  var choice = kept();
  if (choice === "light" || choice === "dark") root.dataset.theme = choice;

  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("[data-theme-switch]").forEach(function (button) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(isDark()));
      button.addEventListener("click", function () {
        root.dataset.theme = isDark() ? "light" : "dark";
        keep(root.dataset.theme);
        button.setAttribute("aria-pressed", String(isDark()));
      });
    });
  });
})();

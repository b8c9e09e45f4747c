// Light or dark theme, stored on this device. Runs before the first paint, so that the page does not flash.
(function () {
  "use strict";
  var root = document.documentElement;
  function storedTheme() {
    try { return localStorage.getItem("cheville-theme"); } catch (e) { return null; }
  }
  function storeTheme(theme) {
    try { localStorage.setItem("cheville-theme", theme); } catch (e) { /* no storage: valid for this page only */ }
  }
  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  var theme = storedTheme();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-theme-switch]").forEach((button) => {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(isDark()));
      button.addEventListener("click", () => {
        root.dataset.theme = isDark() ? "light" : "dark";
        storeTheme(root.dataset.theme);
        button.setAttribute("aria-pressed", String(isDark()));
      });
    });
  });
})();

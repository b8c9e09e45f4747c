// A part of the page that refreshes itself: [data-live][data-etag] with hx-get and hx-trigger="every …".
// Each request sends its ETag; a 304 changes nothing. Open rows, open details and the focus survive a refresh.
(function () {
  "use strict";
  var live = document.querySelector("[data-live]");
  var freshness = document.querySelector("[data-fresh]");
  if (!live) return;
  var lastRead = new Date();
  var openRows = [];
  var openDetails = [];

  function showFreshness(isStale) {
    if (!freshness) return;
    var isFrench = document.documentElement.lang.indexOf("fr") === 0;
    var hours = lastRead.getHours(), minutes = String(lastRead.getMinutes()).padStart(2, "0");
    var time = isFrench ? hours + "\u00a0h" + (minutes === "00" ? "" : "\u00a0" + minutes)
      : (hours + 11) % 12 + 1 + ":" + minutes + "\u00a0" + (hours < 12 ? "am" : "pm");
    freshness.classList.toggle("is-stale", isStale);
    freshness.querySelector("[data-fresh-text]").textContent = freshness.dataset[isStale ? "stale" : "ok"].replace("%s", time);
  }

  live.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden) event.preventDefault();
  });
  live.addEventListener("htmx:configRequest", (event) => {
    event.detail.headers["If-None-Match"] = live.dataset.etag;
  });
  live.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status !== 200) {
      event.detail.shouldSwap = false;
      return;
    }
    openRows = Array.from(live.querySelectorAll(".explain[aria-expanded='true']")).map((button) => button.closest("tr").id);
    openDetails = Array.from(live.querySelectorAll("details[id][open]"));
    live.dataset.focus = (document.activeElement.closest && document.activeElement.closest("tr") || {}).id || "";
  });
  live.addEventListener("htmx:afterSwap", (event) => {
    live.dataset.etag = event.detail.xhr.getResponseHeader("ETag") || "";
    openRows.forEach((id) => {
      var button = document.querySelector("#" + id + " .explain");
      if (button) button.click();
    });
    openDetails.forEach((details) => {
      var replacement = document.getElementById(details.id);
      if (replacement) replacement.open = true;
    });
    var focused = live.dataset.focus && document.querySelector("#" + live.dataset.focus + " .explain");
    if (focused) focused.focus({ preventScroll: true });
    live.dispatchEvent(new CustomEvent("live:changed", { bubbles: true }));
  });
  live.addEventListener("htmx:afterRequest", (event) => {
    var status = event.detail.xhr.status;
    var isFresh = status === 200 || status === 304;
    if (isFresh) lastRead = new Date();
    showFreshness(!isFresh);
  });
  showFreshness(false);
})();

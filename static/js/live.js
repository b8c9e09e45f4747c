// A part of the page that reads itself again: [data-live][data-etag] with hx-get and hx-trigger="every …".
// Its ETag goes along with each request; 304 means that nothing changed, and nothing is touched.
(function () {
  "use strict";
  var live = document.querySelector("[data-live]");
  var fresh = document.querySelector("[data-fresh]");
  if (!live) return;
  var readAt = new Date();
  var open = [];
  var unfolded = [];

  function say(stale) {
    if (!fresh) return;
    var french = document.documentElement.lang.indexOf("fr") === 0;
    var hours = readAt.getHours(), minutes = String(readAt.getMinutes()).padStart(2, "0");
    var clock = french ? hours + "\u00a0h\u00a0" + minutes
      : (hours + 11) % 12 + 1 + ":" + minutes + "\u00a0" + (hours < 12 ? "am" : "pm");
    fresh.classList.toggle("is-stale", stale);
    fresh.querySelector("[data-fresh-text]").textContent = fresh.dataset[stale ? "stale" : "ok"].replace("%s", clock);
  }

  live.addEventListener("htmx:beforeRequest", function (event) {
    if (document.hidden) event.preventDefault();
  });
  live.addEventListener("htmx:configRequest", function (event) {
    event.detail.headers["If-None-Match"] = live.dataset.etag;
  });
  live.addEventListener("htmx:beforeSwap", function (event) {
    if (event.detail.xhr.status !== 200) {
      event.detail.shouldSwap = false;
      return;
    }
    open = Array.from(live.querySelectorAll(".explain[aria-expanded='true']")).map(function (button) {
      return button.closest("tr").id;
    });
    unfolded = Array.from(live.querySelectorAll("details[id][open]"));
    live.dataset.focus = (document.activeElement.closest && document.activeElement.closest("tr") || {}).id || "";
  });
  live.addEventListener("htmx:afterSwap", function (event) {
    live.dataset.etag = event.detail.xhr.getResponseHeader("ETag") || "";
    open.forEach(function (id) {
      var button = document.querySelector("#" + id + " .explain");
      if (button) button.click();
    });
    unfolded.forEach(function (details) {
      var again = document.getElementById(details.id);
      if (again) again.open = true;
    });
    var focused = live.dataset.focus && document.querySelector("#" + live.dataset.focus + " .explain");
    if (focused) focused.focus({ preventScroll: true });
    live.dispatchEvent(new CustomEvent("live:changed", { bubbles: true }));
  });
  live.addEventListener("htmx:afterRequest", function (event) {
    var status = event.detail.xhr.status;
    var read = status === 200 || status === 304;
    if (read) readAt = new Date();
    say(!read);
  });
  say(false);
})();

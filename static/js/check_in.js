// The list refreshes itself. It waits while a finger is on a row or a tick is under way, so that no tap is lost.
document.addEventListener("htmx:beforeSwap", function (event) {
  "use strict";
  if (event.detail.requestConfig.elt.id !== "people") return;
  if (document.querySelector("#people .tap:active, #people form.htmx-request")) event.detail.shouldSwap = false;
});

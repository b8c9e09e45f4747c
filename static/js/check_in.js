// The list refreshes itself. It waits while a finger is on a row or a tick is under way, so that no tap is lost.
document.addEventListener("htmx:beforeSwap", function (event) {
  "use strict";
  if (event.detail.requestConfig.elt.id !== "people") return;
  if (document.querySelector("#people .tap:active, #people form.htmx-request")) event.detail.shouldSwap = false;
});

// Enter looks the name up again, so that the list is that of the whole name; the only person found is ticked.
document.addEventListener("htmx:afterSettle", function (event) {
  "use strict";
  var asked = event.detail.requestConfig;
  if (asked.elt.id !== "filter" || !asked.triggeringEvent || asked.triggeringEvent.type !== "submit") return;
  var found = document.querySelectorAll("#people .tap");
  if (found.length === 1 && found[0].getAttribute("aria-pressed") === "false") found[0].click();
  document.getElementById("q").select();
});

// A tick can make untrue what the last act said (“Everybody is here.”).
document.addEventListener("htmx:beforeRequest", function (event) {
  "use strict";
  if (event.detail.elt.id !== "people" && event.detail.elt.closest("#people"))
    document.getElementById("messages").textContent = "";
});

// The check-in page. Its list refreshes itself, but not while a row is pressed or a check-in is being sent: a tap would be lost.
document.addEventListener("htmx:beforeSwap", (event) => {
  "use strict";
  if (event.detail.requestConfig.elt.id !== "people") return;
  if (document.querySelector("#people .tap:active, #people form.htmx-request")) event.detail.shouldSwap = false;
});

// Enter searches again, so that the list matches the complete name. A single person found is then checked in.
document.addEventListener("htmx:afterSettle", (event) => {
  "use strict";
  var request = event.detail.requestConfig;
  if (request.elt.id !== "filter" || !request.triggeringEvent || request.triggeringEvent.type !== "submit") return;
  var buttons = document.querySelectorAll("#people .tap");
  if (buttons.length === 1 && buttons[0].getAttribute("aria-pressed") === "false") buttons[0].click();
  document.getElementById("q").select();
});

// A new check-in can make the last message wrong (“Everybody is here.”), so clear it.
document.addEventListener("htmx:beforeRequest", (event) => {
  "use strict";
  if (event.detail.elt.id !== "people" && event.detail.elt.closest("#people"))
    document.getElementById("messages").textContent = "";
});

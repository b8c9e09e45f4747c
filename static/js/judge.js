// The judge's counters: a tap is sent without reloading the page. Taps that come while an answer is on its way
// wait and go together, in their order: nobody has to tap slowly.
(function () {
  "use strict";
  var waiting = [];
  var busy = false;

  function batch() {
    var first = waiting.shift();
    var taken = [first];
    while (first[0] === "tap" && waiting.length && waiting[0][0] === "tap") taken.push(waiting.shift());
    return taken;
  }

  function send() {
    var form = document.querySelector("form[data-counter]");
    if (busy || !waiting.length || !form) return;
    busy = true;
    var query = new URLSearchParams(new FormData(form));
    batch().forEach(function (pair) {
      if (pair[0] === "tap") query.append("tap", pair[1]);
      else query.set(pair[0], pair[1]);
    });
    function done() { busy = false; send(); }
    function lost() {
      waiting = [];
      document.querySelectorAll(".is-coming").forEach(function (button) { button.classList.remove("is-coming"); });
      done();
    }
    window.htmx.ajax("GET", form.getAttribute("action") + "?" + query, { target: "#counter", swap: "outerHTML" }).then(done, lost);
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest("form[data-counter] button[name]");
    if (!button || !window.htmx) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    if (button.name === "tap") button.classList.add("is-coming");
    waiting.push([button.name, button.value]);
    send();
  });

  // A figure that is typed is read when the field is left.
  document.addEventListener("change", function (event) {
    var field = event.target.closest("form[data-counter] input[name]");
    if (!field || !window.htmx) return;
    waiting.push([field.name, field.value]);
    send();
  });
})();

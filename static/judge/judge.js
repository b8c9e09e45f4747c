// The judge's counters: a tap is sent without reloading the page. Taps that come while an answer is on its way
// wait and go together, in their order: nobody has to tap slowly. The pack itself is never replaced, only its
// cards are marked, so that a finger that is down does not lose its card; [data-part] is filled anew. An answer
// waits until no finger is down: what it fills moves what lies below, and the tap would go to another card.
(function () {
  "use strict";
  var ANSWER = ".answer-total:not(.is-alone)";
  var waiting = [];
  var busy = false;
  var CLICK = 50; // ms after a finger was lifted, in which its click comes
  var fingers = new Set();
  var lifted, later = null;

  function untouched() {
    return new Promise(function (resolve) {
      if (fingers.size || lifted) later = resolve;
      else resolve();
    });
  }

  function down(event) {
    if (event.button || !event.target.closest(".counter")) return;
    clearTimeout(lifted);
    lifted = null;
    if (event.isPrimary) fingers.clear(); // of one that was lost sight of
    fingers.add(event.pointerId);
  }

  function up(event) {
    if (!fingers.delete(event.pointerId) || fingers.size) return;
    lifted = setTimeout(function () {
      lifted = null;
      if (later) later();
      later = null;
    }, CLICK);
  }

  function batch() {
    var taken = [waiting.shift()];
    while (taken[0][0] === "tap" && waiting.length && waiting[0][0] === "tap") taken.push(waiting.shift());
    return taken;
  }

  function address(form, pairs) {
    var query = new URLSearchParams(new FormData(form));
    pairs.forEach(function (pair) {
      if (pair[0] === "tap") query.append("tap", pair[1]);
      else query.set(pair[0], pair[1]);
    });
    return form.getAttribute("action").split("#")[0] + "?" + query;
  }

  function show(text) {
    var made = new DOMParser().parseFromString(text, "text/html");
    var focused = document.activeElement && document.activeElement.id;
    var had = document.querySelector(ANSWER);
    made.querySelectorAll("[data-part]").forEach(function (part) {
      var there = document.querySelector('[data-part="' + part.dataset.part + '"]');
      there.replaceChildren.apply(there, Array.from(part.childNodes));
      there.hidden = part.hidden;
    });
    made.querySelectorAll(".pack button").forEach(function (card) {
      var there = document.getElementById(card.id);
      ["aria-pressed", "aria-label", "data-mark"].forEach(function (name) {
        if (card.hasAttribute(name)) there.setAttribute(name, card.getAttribute(name));
        else there.removeAttribute(name);
      });
    });
    var again = focused && document.getElementById(focused);
    if (again && again !== document.activeElement) again.focus({ preventScroll: true });
    bring(had);
  }

  // The last card of a hand brings its answer into sight, below the trays that stay above it.
  function bring(had) {
    var answer = document.querySelector(ANSWER), trays = document.querySelector(".counter-trays");
    if (!answer || had) return;
    var seen = answer.getBoundingClientRect(), top = trays.getBoundingClientRect().bottom;
    if (seen.top < top || seen.bottom > window.innerHeight) {
      document.querySelector(".counter").scrollIntoView();
    }
  }

  function calm() {
    document.querySelectorAll(".is-coming").forEach(function (card) { card.classList.remove("is-coming"); });
  }

  function send() {
    var form = document.querySelector("form[data-counter]");
    if (busy || !waiting.length || !form) return;
    busy = true;
    var asked = address(form, batch());
    fetch(asked, { headers: { "HX-Request": "true" } }).then(function (answer) {
      if (!answer.ok) throw new Error(answer.status);
      return answer.text().then(function (text) {
        return untouched().then(function () { return text; });
      }).then(function (text) {
        if (!waiting.length) calm();
        show(text);
        history.replaceState(history.state, "", answer.headers.get("HX-Replace-Url"));
      });
    }).catch(function () {
      waiting = [];
      calm();
      document.querySelector("[data-lost]").hidden = false;
    }).then(function () {
      busy = false;
      send();
    });
  }

  function push(name, value) {
    document.querySelector("[data-lost]").hidden = true;
    waiting.push([name, value]);
    send();
  }

  document.addEventListener("pointerdown", down, true);
  document.addEventListener("pointerup", up, true);
  document.addEventListener("pointercancel", up, true);

  document.addEventListener("click", function (event) {
    var button = event.target.closest("form[data-counter] button[name]");
    if (!button) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    if (button.name === "tap") button.classList.add("is-coming");
    push(button.name, button.value);
  });

  // A figure that is typed is read when its field is left, or with Enter.
  document.addEventListener("change", function (event) {
    var field = event.target.closest("form[data-counter] input[name]:not([type=hidden])");
    if (field) push(field.name, field.value);
  });
})();

// The judge's counters: sends each tap without reloading the page. Taps made while a request is pending are queued
// and then sent together in their order, so fast taps are not lost. The pack is never replaced, only its cards are
// marked, so that a card does not disappear under a finger; each [data-part] gets new content. A response waits
// until no finger is down: the new content moves what is below it, and a tap would hit another card.
(function () {
  "use strict";
  var ANSWER_SELECTOR = ".answer-total:not(.is-alone)";
  var queue = [];
  var isSending = false;
  var CLICK_MS = 50; // the click event follows within this time after a finger is lifted
  var pointers = new Set();
  var liftTimer, resolveLift = null;

  function whenUntouched() {
    return new Promise((resolve) => {
      if (pointers.size || liftTimer) resolveLift = resolve;
      else resolve();
    });
  }

  function onPointerDown(event) {
    if (event.button || !event.target.closest(".counter")) return;
    clearTimeout(liftTimer);
    liftTimer = null;
    if (event.isPrimary) pointers.clear(); // a pointer whose pointerup event was lost
    pointers.add(event.pointerId);
  }

  function onPointerUp(event) {
    if (!pointers.delete(event.pointerId) || pointers.size) return;
    liftTimer = setTimeout(() => {
      liftTimer = null;
      if (resolveLift) resolveLift();
      resolveLift = null;
    }, CLICK_MS);
  }

  function takeBatch() {
    var batch = [queue.shift()];
    while (batch[0][0] === "tap" && queue.length && queue[0][0] === "tap") batch.push(queue.shift());
    return batch;
  }

  function buildUrl(form, pairs) {
    var query = new URLSearchParams(new FormData(form));
    pairs.forEach((pair) => {
      if (pair[0] === "tap") query.append("tap", pair[1]);
      else query.set(pair[0], pair[1]);
    });
    return form.getAttribute("action").split("#")[0] + "?" + query;
  }

  function render(text) {
    var page = new DOMParser().parseFromString(text, "text/html");
    var focusedId = document.activeElement && document.activeElement.id;
    var oldAnswer = document.querySelector(ANSWER_SELECTOR);
    page.querySelectorAll("[data-part]").forEach((part) => {
      var target = document.querySelector('[data-part="' + part.dataset.part + '"]');
      target.replaceChildren.apply(target, Array.from(part.childNodes));
      target.hidden = part.hidden;
    });
    page.querySelectorAll(".pack button").forEach((card) => {
      var target = document.getElementById(card.id);
      ["aria-pressed", "aria-label", "data-mark"].forEach((name) => {
        if (card.hasAttribute(name)) target.setAttribute(name, card.getAttribute(name));
        else target.removeAttribute(name);
      });
    });
    var toFocus = focusedId && document.getElementById(focusedId);
    if (toFocus && toFocus !== document.activeElement) toFocus.focus({ preventScroll: true });
    scrollToAnswer(oldAnswer);
  }

  // Scrolls to the answer when the last card of a hand makes it appear, below the trays that stay at the top.
  function scrollToAnswer(oldAnswer) {
    var answer = document.querySelector(ANSWER_SELECTOR), trays = document.querySelector(".counter-trays");
    if (!answer || oldAnswer) return;
    var box = answer.getBoundingClientRect(), top = trays.getBoundingClientRect().bottom;
    if (box.top < top || box.bottom > window.innerHeight) {
      document.querySelector(".counter").scrollIntoView();
    }
  }

  function clearPending() {
    document.querySelectorAll(".is-coming").forEach((card) => { card.classList.remove("is-coming"); });
  }

  function send() {
    var form = document.querySelector("form[data-counter]");
    if (isSending || !queue.length || !form) return;
    isSending = true;
    var url = buildUrl(form, takeBatch());
    fetch(url, { headers: { "HX-Request": "true" } }).then((response) => {
      if (!response.ok) throw new Error(response.status);
      return response.text().then((text) => whenUntouched().then(() => text)).then((text) => {
        if (!queue.length) clearPending();
        render(text);
        history.replaceState(history.state, "", response.headers.get("HX-Replace-Url"));
      });
    }).catch(() => {
      queue = [];
      clearPending();
      document.querySelector("[data-lost]").hidden = false;
    }).then(() => {
      isSending = false;
      send();
    });
  }

  function enqueue(name, value) {
    document.querySelector("[data-lost]").hidden = true;
    queue.push([name, value]);
    send();
  }

  document.addEventListener("pointerdown", onPointerDown, true);
  document.addEventListener("pointerup", onPointerUp, true);
  document.addEventListener("pointercancel", onPointerUp, true);

  document.addEventListener("click", (event) => {
    var button = event.target.closest("form[data-counter] button[name]");
    if (!button) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    if (button.name === "tap") button.classList.add("is-coming");
    enqueue(button.name, button.value);
  });

  // A typed number is sent when its field loses the focus, or with Enter.
  document.addEventListener("change", (event) => {
    var field = event.target.closest("form[data-counter] input[name]:not([type=hidden])");
    if (field) enqueue(field.name, field.value);
  });
})();

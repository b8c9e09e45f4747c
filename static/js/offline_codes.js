// Sends codes of finished games, which a hand scanner types one after the other, or a user pastes. Each code is sent in turn
// and kept until the server answers; the field is empty again at once and keeps the focus.
// A scanner that types into another field is recognised by its speed, before its letters have an effect there.
(function () {
  "use strict";
  var codes = window.Cheville.codes, form = document.getElementById("offline-codes");
  if (!form) return;
  var details = form.closest("details"), field = form.elements.codes, list = document.getElementById("offline-answers");
  var icons = document.getElementById("offline-icons").content;
  var RETRY_MS = 2000, TIMEOUT_MS = 8000, MAX_ITEMS = 12;
  var waiting = [], sending = false;

  function createItem(kind, text, code) {
    var item = document.createElement("li"), span = document.createElement("span");
    item.className = "is-" + kind;
    item.dataset.code = code || kind;
    span.textContent = text;
    item.append(icons.querySelector('[data-icon="' + kind + '"]').firstElementChild.cloneNode(true), span);
    return item;
  }
  function addItem(kind, text, code) {
    list.querySelectorAll(".is-waiting").forEach((item) => { item.remove(); });
    list.prepend(createItem(kind, text, code));
    while (list.children.length > MAX_ITEMS) list.lastElementChild.remove();
  }
  function openField() {
    details.open = true;
    field.focus();
  }
  function takeCodes() {
    waiting = waiting.concat(codes.extract(field.value));
    field.value = "";
    openField();
    sendNext();
  }
  function retryLater(outcome, text) {
    if (!list.querySelector(".is-waiting")) addItem("waiting", text || form.dataset[outcome], outcome);
    setTimeout(() => { sending = false; sendNext(); }, RETRY_MS);
  }
  function sendNext() {
    if (sending || !waiting.length) return;
    sending = true;
    var body = new FormData(form), controller = new AbortController();
    body.set("codes", waiting[0]);
    body.set("csrfmiddlewaretoken", codes.csrfToken(document.cookie, form.elements.csrfmiddlewaretoken.value));
    var timeout = setTimeout(() => { controller.abort(); }, TIMEOUT_MS);
    fetch(form.action, {
      method: "POST", body: new URLSearchParams(body), signal: controller.signal, credentials: "same-origin",
      headers: { Accept: "application/json" },
    }).then((response) => {
      var json = (response.headers.get("Content-Type") || "").startsWith("application/json");
      return (json ? response.json() : Promise.resolve(null)).then((data) => {
        var outcome = codes.outcome(response.status, data);
        if (outcome !== "heard") { retryLater(outcome, data && data.sentence); return; }
        sending = false;
        waiting.shift();
        data.answers.forEach((answer) => { addItem(answer.kind, answer.say, answer.code); });
        document.dispatchEvent(new CustomEvent("cheville:written"));
        sendNext();
      });
    }).catch(() => { retryLater("lost"); }).finally(() => { clearTimeout(timeout); });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation(); // keeps page.js from blocking the next submit of this form
    takeCodes();
  });
  field.addEventListener("keydown", (event) => {
    var table = document.getElementById("d-table");
    if (event.key !== "Escape") return;
    field.value = "";
    if (table) table.focus();
  });
  field.addEventListener("input", () => { if (codes.isComplete(field.value)) takeCodes(); });

  document.addEventListener("cheville:codes", openField);

  // A scanner types into another field: its text is moved to the field of codes.
  var burst = null, fieldBefore = null;
  document.addEventListener("keydown", (event) => {
    if (event.target === field || event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return;
    burst = codes.nextBurst(burst, event.key, event.timeStamp);
    if (burst.isFirst) {
      document.dispatchEvent(new CustomEvent("cheville:burst")); // the desk saves its state
      fieldBefore = event.target.value === undefined || event.target.type === "radio" ? null
        : { input: event.target, text: event.target.value };
    }
    if (!burst.isScanner) return;
    event.preventDefault();
    event.stopPropagation();
    if (fieldBefore) {
      fieldBefore.input.value = fieldBefore.text;
      fieldBefore.input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    document.dispatchEvent(new CustomEvent("cheville:scanner")); // … and restores it
    field.value = burst.text;
    burst = null;
    openField();
  }, true);
})();

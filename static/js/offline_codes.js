// Codes of finished games: a hand scanner types them one after the other, or they are pasted. Each goes to the desk
// in its turn and is kept until it is answered; the field is free again at once and keeps the focus.
// A scanner that types while another field has the focus is noticed by its speed, before its letters do anything there.
(function () {
  "use strict";
  var codes = window.Cheville.codes, form = document.getElementById("offline-codes");
  if (!form) return;
  var box = form.closest("details"), field = form.elements.codes, list = document.getElementById("offline-said");
  var icons = document.getElementById("offline-icons").content;
  var RETRY = 2000, PATIENCE = 8000, MOST = 12;
  var waiting = [], asking = false;

  function line(kind, text, code) {
    var item = document.createElement("li"), words = document.createElement("span");
    item.className = "is-" + kind;
    item.dataset.code = code || kind;
    words.textContent = text;
    item.append(icons.querySelector('[data-icon="' + kind + '"]').firstElementChild.cloneNode(true), words);
    return item;
  }
  function say(kind, text, code) {
    list.querySelectorAll(".is-wait").forEach(function (one) { one.remove(); });
    list.prepend(line(kind, text, code));
    while (list.children.length > MOST) list.lastElementChild.remove();
  }
  function ready() { // for the next code
    box.open = true;
    field.focus();
  }
  function take() {
    waiting = waiting.concat(codes.found(field.value));
    field.value = "";
    ready();
    next();
  }
  function stuck(outcome, why) {
    if (!list.querySelector(".is-wait")) say("wait", why || form.dataset[outcome], outcome);
    setTimeout(function () { asking = false; next(); }, RETRY);
  }
  function next() {
    if (asking || !waiting.length) return;
    asking = true;
    var body = new FormData(form), control = new AbortController();
    body.set("codes", waiting[0]);
    body.set("csrfmiddlewaretoken", codes.token(document.cookie, form.elements.csrfmiddlewaretoken.value));
    var late = setTimeout(function () { control.abort(); }, PATIENCE);
    fetch(form.action, {
      method: "POST", body: new URLSearchParams(body), signal: control.signal, credentials: "same-origin",
      headers: { Accept: "application/json" },
    }).then(function (response) {
      var json = (response.headers.get("Content-Type") || "").startsWith("application/json");
      return (json ? response.json() : Promise.resolve(null)).then(function (told) {
        var outcome = codes.outcome(response.status, told);
        if (outcome !== "heard") { stuck(outcome, told && told.sentence); return; }
        asking = false;
        waiting.shift();
        told.answers.forEach(function (answer) { say(answer.kind, answer.say, answer.code); });
        document.dispatchEvent(new CustomEvent("cheville:written"));
        next();
      });
    }).catch(function () { stuck("lost"); }).finally(function () { clearTimeout(late); });
  }

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    event.stopPropagation(); // this form is sent more than once
    take();
  });
  field.addEventListener("keydown", function (event) {
    var table = document.getElementById("d-table");
    if (event.key !== "Escape") return;
    field.value = "";
    if (table) table.focus();
  });
  field.addEventListener("input", function () { if (codes.whole(field.value)) take(); });

  document.addEventListener("cheville:codes", ready);

  // What a scanner types elsewhere is led into the field of codes.
  var burst = null, before = null;
  document.addEventListener("keydown", function (event) {
    if (event.target === field || event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return;
    burst = codes.burst(burst, event.key, event.timeStamp);
    if (burst.begins) {
      document.dispatchEvent(new CustomEvent("cheville:burst")); // the desk remembers how it stands
      before = event.target.value === undefined || event.target.type === "radio" ? null : { box: event.target, text: event.target.value };
    }
    if (!burst.scanner) return;
    event.preventDefault();
    event.stopPropagation();
    if (before) { before.box.value = before.text; before.box.dispatchEvent(new Event("input", { bubbles: true })); }
    document.dispatchEvent(new CustomEvent("cheville:scanner")); // … and goes back to it
    field.value = burst.text;
    burst = null;
    ready();
  }, true);
})();

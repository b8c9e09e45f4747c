// Codes of finished games: a hand scanner types them one after the other, or somebody pastes some. Each goes to the desk
// in its turn and is kept until it is answered; the field is free again at once and keeps the focus.
// A scanner that types while another field has the focus is noticed by its speed, before its letters do anything there.
(function () {
  "use strict";
  var form = document.getElementById("carried");
  if (!form) return;
  var field = form.elements.codes, list = document.getElementById("carried-said");
  var icons = document.getElementById("carried-icons").content;
  var CODE = /CHV\d+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g, WHOLE = /CHV1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{16}$/;
  var RETRY = 2000, PATIENCE = 8000, MOST = 12, FAST = 60;
  var waiting = [], asking = false;

  function line(kind, text) {
    var item = document.createElement("li"), words = document.createElement("span");
    item.className = "is-" + kind;
    words.textContent = text;
    item.append(icons.querySelector('[data-icon="' + kind + '"]').firstElementChild.cloneNode(true), words);
    return item;
  }
  function say(kind, text) {
    list.querySelectorAll(".is-wait").forEach(function (one) { one.remove(); });
    list.prepend(line(kind, text));
    while (list.children.length > MOST) list.lastElementChild.remove();
  }
  function take() {
    var typed = field.value.trim();
    field.value = "";
    field.focus();
    if (!typed) return;
    waiting = waiting.concat(typed.match(CODE) || [typed]);
    next();
  }
  function stuck(text) {
    if (!list.querySelector(".is-wait")) say("wait", text);
    setTimeout(function () { asking = false; next(); }, RETRY);
  }
  function next() {
    if (asking || !waiting.length) return;
    asking = true;
    var body = new FormData(form), control = new AbortController();
    body.set("codes", waiting[0]);
    var late = setTimeout(function () { control.abort(); }, PATIENCE);
    fetch(form.action, {
      method: "POST", body: new URLSearchParams(body), signal: control.signal, credentials: "same-origin",
      headers: { Accept: "application/json" },
    }).then(function (response) {
      if (response.status >= 500) throw new Error(response.status);
      if (!(response.headers.get("Content-Type") || "").startsWith("application/json")) { stuck(form.dataset.out); return null; }
      return response.json().then(function (told) {
        if (!told.answers) throw new Error("no answer to this code");
        asking = false;
        waiting.shift();
        told.answers.forEach(function (answer) { say(answer.kind, answer.say); });
        document.dispatchEvent(new CustomEvent("cheville:written"));
        next();
      });
    }).catch(function () { stuck(form.dataset.lost); }).finally(function () { clearTimeout(late); });
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
  field.addEventListener("input", function () { if (WHOLE.test(field.value)) take(); });

  // «htt» or «CHV» within a blink is no person: what follows belongs into the field of codes.
  var burst = "", since = 0, before = null;
  document.addEventListener("keydown", function (event) {
    if (event.target === field || event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return;
    var fast = event.timeStamp - since < FAST;
    since = event.timeStamp;
    if (!fast) {
      burst = "";
      before = event.target.value === undefined || event.target.type === "radio" ? null : { box: event.target, text: event.target.value };
    }
    burst += event.key;
    if (!/^(htt|CHV)/i.test(burst)) return;
    event.preventDefault();
    event.stopPropagation();
    if (before) { before.box.value = before.text; before.box.dispatchEvent(new Event("input", { bubbles: true })); }
    field.value = burst;
    burst = "";
    field.focus();
  }, true);
})();

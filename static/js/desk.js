// The desk by keyboard: the table, the result, Enter. What a result is made of is asked of its game (desk_cribbage.js:
// A or B for who has won, 8 8; desk_gin.js: 3 1 2, 1 8 5). The names come from the page, the result goes to the server
// with a number of its own (nonce), which it keeps until the server has answered: however often it is sent, it is
// written once. Keys typed while the answer is on its way are kept and played afterwards.
(function () {
  "use strict";

  var form = document.getElementById("desk-form");
  if (!form) return;
  var data = JSON.parse(document.getElementById("desk-data").textContent);
  var words = data.words;
  var LETTERS = ["A", "B", "C", "D", "E", "F"];
  var box = { table: form.elements.table, how: form.elements.how };
  var declared = LETTERS.map(function (letter) { return form.elements["points_" + letter]; });
  var radios = Array.from(form.elements.winner);
  var seatWords = radios.map(function (radio) { return nameBox(radio.value).dataset.seat; });
  var who = document.getElementById("desk-who"), answer = document.getElementById("desk-answer");
  var told = document.getElementById("desk-told"), panel = document.getElementById("desk-panel");
  var status = document.getElementById("desk-status"), button = document.getElementById("desk-enter");
  var voiding = document.getElementById("desk-void");
  var KEPT = "cheville-desk " + form.action;
  var RETRY = 2000, PATIENCE = 8000, POLL = 4000;

  var current = null;   // the table being entered or shown
  var seen = data.seen; // the last line on the screen when it was chosen
  var correcting = 0;   // the game being corrected, 0: none
  var last = null;      // the result that X turns round
  var sending = null;   // what is on its way: {body, failed, timer}
  var typedAhead = [];
  var turning = false;  // asked who of several has really won

  var entry = window.deskEntries[data.game]({
    form: form, data: data, fill: fill, winner: winner, other: other, nameOf: nameOf, setWinner: setWinner,
    letters: letters, listed: listed, say: say,
    table: function () { return current; }, preview: preview, submit: submit,
  });
  var boxes = [box.table].concat(declared, entry.boxes);

  // Small things

  function nameBox(letter) { return form.querySelector('[data-name="' + letter + '"]'); }
  function fill(sentence, values) {
    return sentence.replace(/\{(\w+)\}/g, function (_, key) { return key in values ? values[key] : ""; });
  }
  function icon(kind) {
    var found = document.getElementById("desk-icons").content.querySelector('[data-icon="' + kind + '"]');
    return found.firstElementChild.cloneNode(true);
  }
  function paragraph(kind, text) {
    var line = document.createElement("p"), span = document.createElement("span");
    line.className = { error: "error", ok: "is-ok", warning: "is-wait", wait: "is-wait" }[kind];
    span.textContent = text;
    line.append(icon(kind), span);
    return line;
  }
  function say(kind, text) { answer.replaceChildren.apply(answer, text ? [paragraph(kind, text)] : []); }
  function tell(sentences) {
    told.replaceChildren.apply(told, sentences.map(function (text) {
      var one = document.createElement("div");
      one.className = "box warning";
      var line = document.createElement("p");
      line.textContent = text;
      one.append(icon("warning"), line);
      return one;
    }));
  }
  function nonce() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), function (byte) {
      return byte.toString(16).padStart(2, "0");
    }).join("");
  }
  function slotAt(number) { return data.slots.find(function (slot) { return String(slot.table) === number; }); }
  function slotOf(id) { return data.slots.find(function (slot) { return slot.id === id; }); }
  function winner() { var chosen = radios.find(function (radio) { return radio.checked; }); return chosen ? chosen.value : ""; }
  function nameOf(letter) {
    var side = current && current.sides.find(function (one) { return one.letter === letter; });
    return side ? side.name : letter;
  }
  function sidesOf(slot) { return slot ? slot.sides : [{ letter: "A" }, { letter: "B" }]; }
  function letters() { return sidesOf(current).map(function (side) { return side.letter; }); }
  function other(letter) { // of two
    return letters().find(function (one) { return one !== letter; });
  }
  function listed() { return current.sides.map(function (side) { return side.letter + " " + side.name; }).join(", "); }
  function sideAt(slot, key) { // a partner’s letter is that of the side
    var letter = { "/": "A", "*": "B" }[key] || key.toUpperCase();
    var found = slot && slot.sides.find(function (side) { return side.letters.includes(letter); });
    return found ? found.letter : "";
  }
  function asked() { // the boxes of declared points that the table has
    var has = letters();
    return declared.filter(function (field, at) { return has.includes(LETTERS[at]); });
  }
  function arrange(slot) { // as many sides as sit there
    var has = sidesOf(slot).map(function (side) { return side.letter; });
    form.querySelectorAll("[data-of]").forEach(function (part) { part.hidden = !has.includes(part.dataset.of); });
    form.classList.toggle("is-several", has.length > 2);
    form.dataset.sides = has.length;
    if (entry.arrange) entry.arrange(has);
  }
  function editing() { return current && (correcting || (current.open && !current.disputed)); }
  function wrong(field) {
    boxes.forEach(function (one) { one.removeAttribute("aria-invalid"); });
    if (field) field.setAttribute("aria-invalid", "true");
  }

  // One entry, from the table's number to Enter

  function clear() {
    boxes.forEach(function (one) { one.value = ""; });
    forget();
    box.table.focus();
  }
  function forget() {
    current = null;
    correcting = 0;
    turning = false;
    box.how.value = "";
    radios.forEach(function (radio, at) { radio.checked = false; nameBox(radio.value).textContent = seatWords[at]; });
    form.classList.remove("is-award", "is-correcting");
    arrange(null);
    entry.clear();
    button.textContent = words.enter;
    who.textContent = "";
    panel.replaceChildren();
    wrong(null);
    mark();
  }
  function mark() {
    status.querySelectorAll(".tile").forEach(function (tile) {
      if (current && tile.closest("[data-slot]").dataset.slot === current.id) tile.setAttribute("aria-current", "true");
      else tile.removeAttribute("aria-current");
    });
  }
  function foresee(slot) {
    arrange(slot && !slot.bye ? slot : null);
    radios.forEach(function (radio, at) { nameBox(radio.value).textContent = seatWords[at]; });
    if (slot) slot.sides.forEach(function (side) { nameBox(side.letter).textContent = side.name; });
  }
  function choose(number, stay) {
    if (!number.trim()) { box.table.focus(); return; } // a second Enter leaves what the first one said
    var slot = slotAt(number.trim().replace(/^0+(?=\d)/, ""));
    forget();
    tell([]);
    if (!slot) { refuse(box.table, fill(words.no_table, { table: number })); return; }
    if (slot.bye) { refuse(box.table, fill(words.bye, { name: slot.sides[0].name })); return; }
    current = slot;
    seen = data.seen;
    box.table.value = String(slot.table);
    arrange(slot);
    slot.sides.forEach(function (side) { nameBox(side.letter).textContent = side.name; });
    say("ok", "");
    preview();
    mark();
    if (stay || !editing() || slot.said) open(slot);
    if (!editing()) {
      say("warning", slot.disputed ? words.in_dispute : slot.said + " " + words.is_in);
      box.table.focus();
      box.table.select();
      return;
    }
    entry.fields[0].focus();
  }
  function refuse(field, text) {
    say("error", text);
    wrong(field);
    field.focus();
    if (field instanceof HTMLInputElement) field.select(); // in a sheet of hands the next key must not wipe it all
  }
  function correct(game) {
    correcting = game;
    form.classList.add("is-correcting");
    button.textContent = words.correct;
    say("warning", fill(words.correcting, { label: current.label }));
    entry.fields[0].focus();
    entry.correct(panel, game);
  }
  function setWinner(letter) {
    radios.forEach(function (radio) {
      radio.checked = radio.value === letter && !(radio.checked && box.how.value);
    });
    prefill();
    preview();
  }
  function award(how) {
    if (box.how.value === how) how = "";
    box.how.value = how;
    form.classList.toggle("is-award", Boolean(how));
    if (!how) { say("ok", ""); entry.fields[0].focus(); preview(); return; }
    say("warning", fill(letters().length > 2 ? words.award_of_several : words.award, { how: words[how] }));
    prefill();
    asked()[0].focus();
    asked()[0].select();
    preview();
  }
  function prefill() {
    var has = winner();
    if (!box.how.value || !has) return;
    var forfeit = data.forfeit || {}, rest = letters().length === 2 ? other(has) : "";
    function declare(letter, points) {
      if (letter && points !== null && points !== undefined) declared[LETTERS.indexOf(letter)].value = points;
    }
    declare(has, forfeit.present);
    declare(rest, forfeit.absent); // of several the desk says what each has
    if (declared.includes(document.activeElement)) document.activeElement.select();
  }
  function preview() {
    if (!current) { who.textContent = ""; return; }
    var names = current.sides.map(function (side) { return side.letter + " " + side.name; }).join(" · ");
    var said = box.how.value ? names : entry.preview() || names;
    who.textContent = fill(words.about, { label: current.label, said: said });
  }
  function submit() {
    if (!current || String(current.table) !== box.table.value.trim()) { choose(box.table.value); return; }
    if (!editing()) return;
    var missing = box.how.value ? "" : entry.missing();
    if (box.how.value === "forfeit" && !winner()) {
      missing = letters().length > 2 ? fill(words.who_has_of_several, { sides: listed() })
        : fill(words.who_has, { a: nameOf("A"), b: nameOf("B") });
    }
    if (missing) {
      say("error", missing);
      return;
    }
    var body = new FormData(form);
    body.set("do", correcting ? "correct" : "enter");
    body.set("meeting", current.id);
    body.set("game", String(correcting || current.game));
    body.set("nonce", nonce());
    body.set("seen", String(seen));
    send(body);
  }
  function turn() {
    var subject = current && current.counting && !editing()
      ? { meeting: current.id, game: current.counting.game, line: current.counting.line, seen: seen } : last;
    if (!subject) { say("error", words.nothing_to_turn); return; }
    var about = slotOf(subject.meeting);
    if (about && about.sides.length > 2) {
      if (current !== about) choose(String(about.table), true);
      say("warning", words.turn_of_several);
      turning = true;
      reach();
      return;
    }
    var body = new FormData(form);
    body.set("do", "turn");
    body.set("meeting", subject.meeting);
    body.set("game", String(subject.game));
    body.set("line", String(subject.line));
    body.set("nonce", nonce());
    body.set("seen", String(subject.seen));
    send(body);
  }

  // Sending: kept until it is answered, sent again with the same nonce where no answer came

  function keep(body) {
    try { sessionStorage.setItem(KEPT, new URLSearchParams(body).toString()); } catch (e) { /* not kept over a reload */ }
  }
  function drop() {
    sending = null;
    form.removeAttribute("aria-busy");
    try { sessionStorage.removeItem(KEPT); } catch (e) { /* was not kept */ }
  }
  function send(body) {
    if (sending) return;
    sending = { body: body, failed: false, timer: 0 };
    keep(body);
    form.setAttribute("aria-busy", "true");
    attempt();
  }
  function attempt() {
    var now = sending, control = new AbortController();
    clearTimeout(now.timer);
    now.asking = true;
    var late = setTimeout(function () { control.abort(); }, PATIENCE);
    fetch(form.action, {
      method: "POST", body: new URLSearchParams(now.body), signal: control.signal, credentials: "same-origin",
      headers: { Accept: "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
    }).then(function (response) {
      if (response.status >= 500) throw new Error("server");
      if (!(response.headers.get("Content-Type") || "").startsWith("application/json")) { stuck(now, words.signed_out, false); return null; }
      return response.json().then(function (said) { if (sending === now) { drop(); heard(said); } });
    }).catch(function () { stuck(now, words.not_saved, true); })
      .finally(function () { clearTimeout(late); now.asking = false; });
  }
  function stuck(now, text, again) {
    if (sending !== now) return;
    now.failed = true;
    typedAhead = [];
    say("wait", text);
    if (again) now.timer = setTimeout(attempt, RETRY);
  }
  function heard(said) {
    var ahead = typedAhead;
    typedAhead = [];
    update(said);
    if (!said.ok) {
      var field = said.field === "table" ? box.table : entry.named[said.field] || form.elements[said.field] || entry.fields[0];
      if (box.how.value && field !== box.table && !declared.includes(field)) field = asked()[0];
      if (said.code === "already_entered") { choose(box.table.value); return; }
      refuse(field, said.say);
      return;
    }
    clear();
    last = said.turnable ? { meeting: said.meeting, game: said.game, line: said.line, seen: said.seen } : null;
    say(said.disputed ? "warning" : "ok", said.say);
    tell(said.told);
    while (ahead.length && !sending) press(ahead.shift());
    typedAhead = ahead.concat(typedAhead);
  }
  function update(said) {
    data.seen = said.seen;
    data.version = said.version;
    data.slots = said.slots;
    if (said.status !== undefined) status.innerHTML = said.status;
    mark();
  }

  // What is written elsewhere meanwhile

  function poll() {
    if (document.hidden || sending) return;
    var address = data.urls.state + (data.urls.state.includes("?") ? "&" : "?") + "since=" + data.version;
    fetch(address, { headers: { Accept: "application/json" }, credentials: "same-origin" }).then(function (response) {
      if (response.status !== 200 || sending || status.contains(document.activeElement)) return null;
      return response.json().then(elsewhere);
    }).catch(function () { /* the next entry will say that nobody answers */ });
  }
  function elsewhere(said) {
    if (sending) return;
    update(said);
    if (!current) return;
    var now = slotOf(current.id);
    if (!now) { forget(); say("warning", words.moved); return; }
    if (now.line !== current.line && editing()) tell([words.meanwhile + " " + now.said]);
  }
  function reach() { // the first of those who may really have won
    var first = turning && panel.querySelector("[data-turn]");
    if (!first) return;
    turning = false;
    first.focus();
  }
  function open(slot) {
    var wanted = slot.id;
    var address = data.urls.table.replace("00000000-0000-0000-0000-000000000000", wanted) + new URL(data.urls.state, location).search;
    fetch(address, { credentials: "same-origin" }).then(function (response) {
      return response.ok ? response.text() : "";
    }).then(function (html) {
      if (!current || current.id !== wanted) return;
      panel.innerHTML = html;
      panel.querySelectorAll("[data-correct]").forEach(function (one) { one.hidden = false; });
      reach();
    }).catch(function () { /* the sentence above says what matters */ });
  }
  function takeOut() {
    var out = panel.querySelector("form[data-void]");
    if (!out || !voiding) return;
    voiding.showModal();
    voiding.querySelector("[data-sure]").focus();
  }

  // Keys

  function press(key) {
    if (act(key)) return;
    var field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || field.form !== form || field.type === "radio") return;
    if (key === "Backspace") field.value = field.value.slice(0, -1);
    else if (key.length === 1) field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
    typed(field);
  }
  function enter(field) {
    if (field === box.table) choose(box.table.value);
    else if (!box.how.value && entry.after(field)) { entry.after(field).focus(); entry.after(field).select(); }
    else if (declared.includes(field) && field !== asked().slice(-1)[0]) {
      var next = asked()[asked().indexOf(field) + 1];
      next.focus();
      next.select();
    } else if (field && field.type === "radio") (box.how.value ? asked()[0] : entry.fields[0]).focus();
    else submit();
  }
  function act(key) {
    var field = document.activeElement, letter = key.length === 1 ? key.toLowerCase() : key;
    if (key === "Enter") { enter(field); return true; }
    if (key === "Escape") { clear(); say("ok", ""); tell([]); return true; }
    if (key === "Tab") {
      if (field !== box.table || !box.table.value.trim() || current) return false;
      choose(box.table.value);
      return true;
    }
    var ahead = !current && field === box.table ? slotAt(box.table.value.trim()) : null;
    var opens = /^[abfni/*]$/.test(letter) || entry.opens.test(letter) || Boolean(sideAt(ahead, letter));
    if (field === box.table && !current && box.table.value.trim() && opens) {
      choose(box.table.value);
      if (!editing()) return true;
    }
    var side = editing() && sideAt(current, letter); // at a table of several C is a seat, at one of six F as well
    if (side) { if (box.how.value) setWinner(side); else entry.letter(side); return true; }
    if (letter === "x") { if (!(editing() && turnTyped())) turn(); return true; }
    if (letter === "c") { if (current && current.counting && !editing()) correct(current.counting.game); return true; }
    if (letter === "v") { takeOut(); return true; }
    if (letter === "q") { document.getElementById("carried-code").focus(); return true; }
    if (editing()) {
      if (!box.how.value && entry.key(letter, field)) return true;
      var how = { f: "forfeit", n: "no_show", i: "abandoned" }[letter];
      if (how) { award(how); return true; }
      if (/^\d$/.test(key) && field.type === "radio") { (box.how.value ? asked()[0] : entry.fields[0]).focus(); return false; }
    }
    return key.length === 1 && !/^[-\d]$/.test(key);
  }
  function turnTyped() {
    if (!box.how.value) return entry.turn();
    if (letters().length > 2) { say("warning", fill(words.who_has_of_several, { sides: listed() })); return true; }
    if (winner()) setWinner(other(winner()));
    return Boolean(winner());
  }
  form.addEventListener("keydown", function (event) {
    if (event.target instanceof HTMLTextAreaElement) return; // a sheet of hands has lines of its own
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === box.how) return;
    var plainButton = event.target === button && (event.key === "Enter" || event.key === " ");
    if (plainButton && !sending) return;
    if (event.isComposing || (event.key.length > 1 && !["Enter", "Escape", "Tab", "Backspace"].includes(event.key))) return;
    if (sending) {
      if (event.key !== "Tab") event.preventDefault();
      if (!sending.failed) typedAhead.push(event.key);
      else if (event.key === "Escape") { clearTimeout(sending.timer); drop(); say("ok", ""); }
      else if (event.key === "Enter" && !sending.asking) attempt();
      return;
    }
    if (event.key !== "Backspace" && act(event.key)) event.preventDefault();
  });

  function typed(field) {
    wrong(null);
    if (field === box.table && current) {
      var number = box.table.value;
      forget();
      box.table.value = number;
    }
    if (field === box.table) foresee(slotAt(box.table.value.trim()));
    entry.typed(field);
    preview();
  }
  form.addEventListener("input", function (event) { if (event.target !== box.how) typed(event.target); });
  box.how.addEventListener("change", function () { var how = box.how.value; box.how.value = ""; award(how); });
  radios.forEach(function (radio) { radio.addEventListener("change", function () {
    if (entry.arrange) entry.arrange(letters());
    prefill();
    preview();
  }); });
  form.addEventListener("submit", function (event) { event.preventDefault(); if (!sending) submit(); });

  document.addEventListener("submit", function (event) {
    if (!event.target.matches("form[data-desk-form]")) return;
    event.preventDefault();
    if (event.target.matches("[data-void]") && voiding && !voiding.open) { takeOut(); return; }
    send(new FormData(event.target));
  });
  if (voiding) voiding.querySelector("[data-sure]").addEventListener("click", function () {
    voiding.close();
    send(new FormData(panel.querySelector("form[data-void]")));
  });
  document.addEventListener("click", function (event) {
    var fix = event.target.closest("[data-correct]");
    if (fix && current) { correct(Number(fix.dataset.game)); return; }
    var tile = event.target.closest("[data-slot] a.tile");
    if (!tile || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (sending) return;
    choose(String(slotOf(tile.closest("[data-slot]").dataset.slot).table), true);
    form.scrollIntoView({ block: "nearest" });
  });

  // Ready

  form.classList.add("has-script");
  document.getElementById("desk-keys").hidden = false;
  setInterval(poll, POLL);
  document.addEventListener("cheville:written", poll);
  var kept = null;
  try { kept = sessionStorage.getItem(KEPT); } catch (e) { /* nothing kept */ }
  if (kept) { say("wait", words.saving); send(new URLSearchParams(kept)); }
  else if (box.table.value) choose(box.table.value, true);
  else if (!box.table.autofocus) box.table.focus();
})();

// The desk by keyboard: 1 2, A or B for who has won, 8 8 Enter (or 1 2 Enter, to see first who plays there). The names come from the page, the result goes to
// the server with a number of its own (nonce), which it keeps until the server has answered: however often it is sent,
// it is written once. Keys typed while the answer is on its way are kept and played afterwards.
(function () {
  "use strict";

  var form = document.getElementById("desk-form");
  if (!form) return;
  var data = JSON.parse(document.getElementById("desk-data").textContent);
  var words = data.words;
  var box = {
    table: form.elements.table, loser: form.elements.loser, high: form.elements.winner_points || null,
    how: form.elements.how, A: form.elements.points_A, B: form.elements.points_B,
  };
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
  function other(letter) { return letter === "A" ? "B" : "A"; }
  function editing() { return current && (correcting || (current.open && !current.disputed)); }
  function wrong(field) {
    [box.table, box.loser, box.high, box.A, box.B].forEach(function (one) { if (one) one.removeAttribute("aria-invalid"); });
    if (field) field.setAttribute("aria-invalid", "true");
  }

  // One entry, from the table's number to Enter

  function clear() {
    [box.table, box.loser, box.high, box.A, box.B].forEach(function (one) { if (one) one.value = ""; });
    forget();
    box.table.focus();
  }
  function forget() {
    current = null;
    correcting = 0;
    box.how.value = "";
    radios.forEach(function (radio, at) { radio.checked = false; nameBox(radio.value).textContent = seatWords[at]; });
    form.classList.remove("is-award", "is-correcting");
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
    box.loser.focus();
  }
  function refuse(field, text) {
    say("error", text);
    wrong(field);
    field.focus();
    field.select();
  }
  function correct(game) {
    correcting = game;
    form.classList.add("is-correcting");
    button.textContent = words.correct;
    say("warning", fill(words.correcting, { label: current.label }));
    box.loser.focus();
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
    if (!how) { say("ok", ""); box.loser.focus(); preview(); return; }
    say("warning", fill(words.award, { how: words[how] }));
    prefill();
    box.A.focus();
    box.A.select();
    preview();
  }
  function prefill() {
    var has = winner();
    if (!box.how.value || !has) return;
    var declared = data.forfeit || {};
    if (declared.present !== null && declared.present !== undefined) box[has].value = declared.present;
    if (declared.absent !== null && declared.absent !== undefined) box[other(has)].value = declared.absent;
    var now = document.activeElement;
    if (now === box.A || now === box.B) now.select();
  }
  function skunk(low) {
    return data.skunks.reduce(function (found, level) { return level.under === null || low < level.under ? level : found; });
  }
  function preview() {
    if (!current) { who.textContent = ""; return; }
    var has = winner(), low = box.loser.value.trim();
    if (box.how.value || !has || !/^\d+$/.test(low) || Number(low) >= data.target) {
      var names = current.sides.map(function (side) { return side.letter + " " + side.name; }).join(" · ");
      who.textContent = fill(words.about, { label: current.label, said: names });
      return;
    }
    var level = skunk(Number(low));
    var result = fill(words.beats, {
      winner: nameOf(has), loser: nameOf(other(has)), low: low,
      high: data.as_pegged ? (box.high.value.trim() || "…") : data.target,
    });
    var extra = [level.name, level.worth].filter(Boolean).join(", ");
    who.textContent = fill(words.about, { label: current.label, said: result + (extra ? " · " + extra : "") });
  }
  function submit() {
    if (!current || String(current.table) !== box.table.value.trim()) { choose(box.table.value); return; }
    if (!editing()) return;
    var a = nameOf("A"), b = nameOf("B");
    if (!winner() && (!box.how.value || box.how.value === "forfeit")) {
      say("error", fill(words.who_won, { a: a, b: b }));
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
      var field = { winner: box.loser, winner_points: box.high, table: box.table, loser: box.loser }[said.field] || box.loser;
      if (box.how.value && field === box.loser) field = box.A;
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
  function open(slot) {
    var asked = slot.id;
    var address = data.urls.table.replace("00000000-0000-0000-0000-000000000000", asked) + new URL(data.urls.state, location).search;
    fetch(address, { credentials: "same-origin" }).then(function (response) {
      return response.ok ? response.text() : "";
    }).then(function (html) {
      if (!current || current.id !== asked) return;
      panel.innerHTML = html;
      panel.querySelectorAll("[data-correct]").forEach(function (one) { one.hidden = false; });
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
    else if (field === box.loser && box.high && !box.how.value && !box.high.value) box.high.focus();
    else if (field === box.A) { box.B.focus(); box.B.select(); }
    else if (field && field.type === "radio") (box.how.value ? box.A : box.loser).focus();
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
    if (letter === "x") { if (editing() && winner()) setWinner(other(winner())); else turn(); return true; }
    if (letter === "c") { if (current && current.counting && !editing()) correct(current.counting.game); return true; }
    if (letter === "v") { takeOut(); return true; }
    if (field === box.table && !current && box.table.value.trim() && /^[abfni/*]$/.test(letter)) {
      choose(box.table.value);
      if (!editing()) return true;
    }
    if (editing()) {
      if (letter === "a" || letter === "/") { setWinner("A"); return true; }
      if (letter === "b" || letter === "*") { setWinner("B"); return true; }
      var how = { f: "forfeit", n: "no_show", i: "abandoned" }[letter];
      if (how) { award(how); return true; }
      if (/^\d$/.test(key) && field.type === "radio") { (box.how.value ? box.A : box.loser).focus(); return false; }
    }
    return key.length === 1 && !/^[-\d]$/.test(key);
  }
  form.addEventListener("keydown", function (event) {
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
    preview();
  }
  form.addEventListener("input", function (event) { if (event.target !== box.how) typed(event.target); });
  box.how.addEventListener("change", function () { var how = box.how.value; box.how.value = ""; award(how); });
  radios.forEach(function (radio) { radio.addEventListener("change", function () { prefill(); preview(); }); });
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
  var kept = null;
  try { kept = sessionStorage.getItem(KEPT); } catch (e) { /* nothing kept */ }
  if (kept) { say("wait", words.saving); send(new URLSearchParams(kept)); }
  else if (box.table.value) choose(box.table.value, true);
  else if (!box.table.autofocus) box.table.focus();
})();

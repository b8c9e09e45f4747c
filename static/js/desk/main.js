// The desk: the table, the result, Enter. Here keys, clicks, the server’s answers and what is written elsewhere come in; what
// they mean is decided in entry.js and sending.js, and screen.js shows it.
(function () {
  "use strict";
  var form = document.getElementById("desk-form");
  if (!form) return;
  var D = window.Cheville.desk, entry = D.entry, sending = D.sending;
  var board = JSON.parse(document.getElementById("desk-data").textContent);
  var table = form.elements.table, button = document.getElementById("desk-enter"), panel = document.getElementById("desk-panel");
  var status = document.getElementById("desk-status"), voiding = document.getElementById("desk-void");
  var KEPT = "cheville-desk " + form.action, NOBODY = "00000000-0000-0000-0000-000000000000";
  var RETRY = 2000, PATIENCE = 8000, POLL = 4000;
  var s = entry.blank(), mail = sending.empty();
  var asking = false, timer = 0; // a request is under way; the next try
  var opened = 0; // how often the lines of a table were asked for: only the newest answer is shown
  var removed = 0, removal = null; // the game that V takes out once its lines are there; the form that does it
  var screen = D.screen(form, board), sheet = D.sheet && form.elements.hands ? D.sheet(form, board.urls.sheet, token) : null;

  function token() { return window.Cheville.codes.token(document.cookie, form.elements.csrfmiddlewaretoken.value); }
  function nonce() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), function (byte) {
      return byte.toString(16).padStart(2, "0");
    }).join("");
  }

  // One step: the new state is shown, and what it asks for is done

  function become(next) {
    var ended = next.moved && !next.slot && !next.table; // a new entry begins
    if ((s.slot && s.slot.id) !== (next.slot && next.slot.id)) { panel.replaceChildren(); removed = 0; }
    s = next;
    screen.show(s, mail);
    s.moved = false;
    if (sheet && ended) sheet.empty();
    s.does.forEach(function (one) { DOES[one.act](one); });
  }
  function say(kind, code, values) { become(Object.assign({}, s, { does: [], answer: answer(kind, code, values) })); }
  function answer(kind, code, values) { return { kind: kind, code: code, text: D.board.fill(board.words[code], values || {}) }; }
  function goOn() { // what came meanwhile
    while (mail.ahead.length && !sending.busy(mail)) {
      var played = sending.play(board, s, mail);
      mail = played[1];
      become(played[0]);
    }
    keep();
    screen.show(s, mail);
  }
  var DOES = {
    send: function (one) { send(body(one.body)); },
    post: function (one) { send(one.body); },
    open: function (one) { open(one.meeting); },
    sheet: function (one) { sheetOf(one.game); },
    who: reach,
    void: function (one) { removed = one.game; takeOut(); },
    codes: function () { document.dispatchEvent(new CustomEvent("cheville:codes")); }, // heard where tablets are used
  };

  // Sending

  function body(values) {
    var made = new URLSearchParams();
    ["stage", "round"].forEach(function (name) {
      if (form.elements[name]) made.set(name, form.elements[name].value);
    });
    Object.keys(values).forEach(function (name) { made.set(name, values[name]); });
    made.set("nonce", nonce());
    return made.toString();
  }
  function keep() {
    try {
      if (sending.packed(mail)) sessionStorage.setItem(KEPT, sending.packed(mail));
      else sessionStorage.removeItem(KEPT);
    } catch (e) { /* not kept over a reload */ }
  }
  function send(text) {
    document.querySelectorAll("#messages .ok:not(:has(form))").forEach(function (one) { one.remove(); }); // read by now
    mail = sending.post(mail, text);
    keep();
    screen.show(s, mail);
    attempt();
  }
  function attempt() {
    var sent = mail.now, control = new AbortController();
    if (asking || !sent) return;
    clearTimeout(timer);
    asking = true;
    var body = new URLSearchParams(sent);
    body.set("csrfmiddlewaretoken", token());
    D.board.known(board).forEach(function (value) { body.set(value[0], value[1]); });
    var late = setTimeout(function () { control.abort(); }, PATIENCE);
    fetch(form.action, {
      method: "POST", body: body, signal: control.signal, credentials: "same-origin", headers: { Accept: "application/json" },
    }).then(function (response) {
      var kind = sending.kind(response.status, response.headers.get("Content-Type") || "");
      if (kind === "disk") return response.json().then(function (told) { throw told; });
      if (kind === "again") throw new Error("server");
      return kind === "said" ? response.json().then(whole) : null;
    }).then(function (said) {
      asking = false;
      if (mail.now !== sent) return;
      if (said) heard(said);
      else stuck("signed_out", false);
    }).catch(function (fault) {
      asking = false;
      if (mail.now === sent) stuck("not_saved", true, fault.sentence);
    }).finally(function () { clearTimeout(late); });
  }
  function stuck(code, again, why) {
    mail = sending.lost(mail, code);
    say("wait", code);
    if (why) become(Object.assign({}, s, { does: [], answer: { kind: "wait", code: code, text: s.answer.text + " " + why } }));
    if (again) timer = setTimeout(attempt, RETRY);
  }
  function heard(said) {
    mail = sending.answered(mail, said.ok);
    keep();
    renew(said);
    become(entry.answered(board, s, said));
    goOn();
  }
  function renew(said) {
    D.board.renew(board, said);
    screen.renew(said);
    screen.tiles(s.slot ? s.slot.id : "");
  }
  function meanwhile(what) { // somebody goes on while the desk waits for an answer
    var found = sending.meanwhile(mail, what);
    mail = found[0];
    keep();
    if (found[1] === "give_up") { clearTimeout(timer); say("error", "left_unsaved"); } else screen.show(s, mail);
    if (found[1] === "again") attempt();
    if (found[1] === "leave") { become(entry.leave(board, s)); goOn(); }
    return found[1];
  }

  // What is written elsewhere meanwhile, and the lines of one table

  function shown() { return new URLSearchParams(D.board.known(board)).toString(); } // the version of it
  function poll() {
    if (document.hidden || mail.now || mail.reading) return;
    var known = shown();
    state(known).then(function (response) {
      if (response.status !== 200 || mail.now || status.contains(document.activeElement)) return null;
      return response.json().then(whole).then(function (said) {
        if (mail.now || shown() !== known) return; // what has been shown since is newer
        renew(said);
        become(entry.elsewhere(board, s));
      });
    }).catch(function () { /* the next entry will say that nobody answers */ });
  }
  function state(asked) {
    var address = board.urls.state + (board.urls.state.includes("?") ? "&" : "?") + asked;
    return fetch(address, { headers: { Accept: "application/json" }, credentials: "same-origin" });
  }
  function whole(said) { // an answer with all its pages: a large hall comes in several
    said.pages = said.pages || [];
    if (!said.next) return said;
    return state("page=" + said.next).then(function (response) {
      return response.json();
    }).then(function (page) { return whole(D.board.joined(said, page)); });
  }
  function readOn() { // the tables that the page came without; what is typed meanwhile waits for them
    whole({ slots: board.slots, next: board.next }).then(function (said) {
      screen.add(said.pages, !board.slots.length);
      board.slots = said.slots;
      mail = sending.reading(mail, false);
      if (s.answer && s.answer.code === "reading") become(Object.assign({}, s, { does: [], answer: null }));
      if (mail.now) attempt(); // kept over a reload: its answer is about tables that are there now
      else goOn();
    }).catch(function () {
      if (!mail.now) say("wait", "reading");
      setTimeout(readOn, RETRY);
    });
  }
  function open(meeting) {
    var address = board.urls.table.replace(NOBODY, meeting) + new URL(board.urls.state, location).search, asked = opened += 1;
    fetch(address, { credentials: "same-origin" }).then(function (response) {
      return response.ok ? response.text() : "";
    }).then(function (html) {
      if (asked !== opened || !s.slot || s.slot.id !== meeting) return;
      panel.innerHTML = html;
      panel.querySelectorAll("[data-correct], [data-leave]").forEach(function (one) { one.hidden = false; });
      reach();
      takeOut();
      if (s.correcting && !s.values.hands) sheetOf(s.correcting);
    }).catch(function () { /* the sentence above says what matters */ });
  }
  function reach() { // the first of those who may really have won
    var first = s.turning && panel.querySelector("[data-turn]");
    if (!first) return;
    s.turning = false;
    first.focus();
  }
  function sheetOf(game) {
    var written = sheet && panel.querySelector('[data-hands][data-game="' + game + '"]');
    if (!written) return;
    become(entry.sheet(board, s, written.dataset.hands));
    sheet.workOut();
  }
  function takeOut() {
    var found = Array.from(panel.querySelectorAll("form[data-void]")).find(function (one) { return Number(one.elements.game.value) === removed; });
    if (found) ask(found);
  }
  function ask(found) { // whether it is to be taken out
    removed = 0;
    removal = found;
    voiding.showModal();
    voiding.querySelector("[data-sure]").focus();
  }

  // Keys and clicks

  function look() { // where the next key would be typed
    var field = document.activeElement;
    if (!form.contains(field)) return;
    s.focus = field === button ? "enter" : field.name || "";
    var typed = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "radio");
    s.whole = typed && field.value !== "" && field.selectionStart === 0 && field.selectionEnd === field.value.length;
    s.caret = typed ? field.selectionStart : null;
  }
  form.addEventListener("keydown", function (event) {
    var key = event.key, inHands = event.target === form.elements.hands;
    if (event.altKey || event.metaKey || (event.ctrlKey && !(inHands && key === "Enter")) || event.target === form.elements.how) return;
    if (event.isComposing || (key.length > 1 && !["Enter", "Escape", "Tab", "Backspace"].includes(key))) return;
    if (sending.busy(mail)) {
      if (key === "Tab") return;
      if (meanwhile(key) !== "mend") event.preventDefault();
      return;
    }
    if (event.target === button && (key === "Enter" || key === " ")) return;
    look();
    become(entry.press(board, s, key, event.ctrlKey));
    if (s.taken) event.preventDefault();
    if (key === "Escape" && !s.slot) goOn();
  });
  form.addEventListener("input", function (event) {
    var field = event.target;
    if (field === form.elements.how || field.type === "radio") return;
    look();
    become(entry.typed(board, s, field.name, field.value));
  });
  form.addEventListener("change", function (event) {
    if (event.target === form.elements.how) become(entry.award(board, s, event.target.value));
    if (event.target.type === "radio") { look(); become(entry.pick(board, s, event.target.value)); }
  });
  form.addEventListener("click", function (event) {
    var side = event.target.closest("label.side");
    if (mail.held && event.target.matches("input[id], textarea")) { meanwhile("Backspace"); return; } // to mend what is there
    if (sending.busy(mail) && side) { // kept as a key is
      event.preventDefault();
      meanwhile({ pick: side.dataset.of });
    } else if (event.target === table && event.detail) become(entry.tap(board, s));
  });
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    event.stopPropagation(); // this form is sent more than once
    if (!sending.busy(mail)) { look(); become(entry.submit(board, s)); }
    else meanwhile("Enter");
  });

  function written(data) {
    var text = new URLSearchParams(data).toString();
    if (sending.busy(mail)) meanwhile({ post: text });
    else send(text);
  }
  document.addEventListener("submit", function (event) {
    if (!event.target.matches("form[data-desk-form]")) return;
    event.preventDefault();
    if (event.target.matches("[data-void]")) { ask(event.target); return; }
    written(new FormData(event.target));
  });
  voiding.querySelector("[data-sure]").addEventListener("click", function () {
    voiding.close();
    written(new FormData(removal));
  });
  document.addEventListener("click", function (event) {
    var fix = event.target.closest("[data-correct]"), tile = event.target.closest("[data-slot] a.tile");
    if (fix) { event.preventDefault(); become(entry.correct(board, s, Number(fix.dataset.game), fix.dataset.correct)); }
    if (event.target.closest("[data-leave]")) { become(entry.leave(board, s)); goOn(); }
    if (!tile || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(String(D.board.slotOf(board, tile.closest("[data-slot]").dataset.slot).table));
    if (!sending.busy(mail)) form.scrollIntoView({ block: "nearest" });
  });
  function choose(number) {
    if (sending.busy(mail)) meanwhile({ choose: number });
    else become(entry.choose(board, s, number));
  }

  // A hand scanner types where the focus happens to be (offline_codes.js): what its first letters did here is as if it had not been
  var stood = { s: s, ahead: [] };
  document.addEventListener("cheville:burst", function () { stood = { s: s, ahead: mail.ahead }; });
  document.addEventListener("cheville:scanner", function () {
    mail = Object.assign({}, mail, { ahead: stood.ahead });
    if (sending.busy(mail)) screen.show(s, mail);
    else become(Object.assign({}, stood.s, { does: [] }));
  });

  // Ready

  form.classList.add("has-script");
  document.getElementById("desk-keys").hidden = false;
  setInterval(poll, POLL);
  document.addEventListener("cheville:written", poll);
  try { mail = sending.unpacked(sessionStorage.getItem(KEPT)); } catch (e) { /* nothing kept */ }
  mail = sending.reading(mail, Boolean(board.next));
  if (board.next) readOn();
  if (mail.now) {
    say("wait", "saving");
    if (!mail.reading) attempt();
  } else if (table.value && !mail.held) choose(table.value);
  else become(s);
})();

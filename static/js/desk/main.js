// The page of the desk: passes keys, clicks, the server’s answers and results from elsewhere to entry.js and sending.js, which
// decide what they mean, sends requests, and lets screen.js show the new state.
(function () {
  "use strict";
  var form = document.getElementById("desk-form");
  if (!form) return;
  var D = window.Cheville.desk, entry = D.entry, sending = D.sending;
  var board = JSON.parse(document.getElementById("desk-data").textContent);
  var table = form.elements.table, button = document.getElementById("desk-enter"), panel = document.getElementById("desk-panel");
  var status = document.getElementById("desk-status"), voidDialog = document.getElementById("desk-void");
  var STORAGE_KEY = "cheville-desk " + form.action, NIL_UUID = "00000000-0000-0000-0000-000000000000";
  var RETRY_MS = 2000, TIMEOUT_MS = 8000, POLL_MS = 4000;
  var s = entry.blank(), outbox = sending.empty();
  var requesting = false, retryTimer = 0;
  var panelRequests = 0; // number of requests for the lines of a table: only the newest answer is shown
  var gameToVoid = 0, voidForm = null; // the game to take out (V) once its lines are loaded; the form to submit for it
  var screen = D.screen(form, board), sheet = D.sheet && form.elements.hands ? D.sheet(form, board.urls.sheet, csrfToken) : null;

  function csrfToken() { return window.Cheville.codes.csrfToken(document.cookie, form.elements.csrfmiddlewaretoken.value); }
  function createNonce() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // State: every change is shown, and its actions are done

  function setState(next) {
    var isNewEntry = next.moved && !next.slot && !next.table;
    if ((s.slot && s.slot.id) !== (next.slot && next.slot.id)) { panel.replaceChildren(); gameToVoid = 0; }
    s = next;
    screen.show(s, outbox);
    s.moved = false;
    if (sheet && isNewEntry) sheet.clear();
    s.actions.forEach((action) => { ACTIONS[action.act](action); });
  }
  function showMessage(kind, code, values) {
    setState({ ...s, actions: [], message: createMessage(kind, code, values) });
  }
  function createMessage(kind, code, values) {
    return { kind, code, text: D.board.fill(board.words[code], values || {}) };
  }
  function replayQueue() {
    while (outbox.ahead.length && !sending.isBusy(outbox)) {
      var replayed = sending.replay(board, s, outbox);
      outbox = replayed[1];
      setState(replayed[0]);
    }
    saveOutbox();
    screen.show(s, outbox);
  }
  var ACTIONS = {
    send: (action) => { sendBody(encodeBody(action.body)); },
    post: (action) => { sendBody(action.body); },
    open: (action) => { openTable(action.meeting); },
    sheet: (action) => { loadSheet(action.game); },
    who: focusWinnerChoice,
    void: (action) => { gameToVoid = action.game; confirmPendingVoid(); },
    codes: () => { document.dispatchEvent(new CustomEvent("cheville:codes")); }, // offline_codes.js listens, where tablets are used
  };

  // Sending

  function encodeBody(values) {
    var params = new URLSearchParams();
    ["stage", "round"].forEach((name) => {
      if (form.elements[name]) params.set(name, form.elements[name].value);
    });
    Object.keys(values).forEach((name) => { params.set(name, values[name]); });
    params.set("nonce", createNonce());
    return params.toString();
  }
  function saveOutbox() {
    try {
      if (sending.pack(outbox)) sessionStorage.setItem(STORAGE_KEY, sending.pack(outbox));
      else sessionStorage.removeItem(STORAGE_KEY);
    } catch (e) { /* no storage: lost on a reload */ }
  }
  function sendBody(text) {
    document.querySelectorAll("#messages .ok:not(:has(form))").forEach((message) => { message.remove(); }); // read by now
    outbox = sending.post(outbox, text);
    saveOutbox();
    screen.show(s, outbox);
    sendPending();
  }
  function sendPending() {
    var sent = outbox.now, controller = new AbortController();
    if (requesting || !sent) return;
    clearTimeout(retryTimer);
    requesting = true;
    var body = new URLSearchParams(sent);
    body.set("csrfmiddlewaretoken", csrfToken());
    D.board.versionParams(board).forEach((value) => { body.set(value[0], value[1]); });
    var timeout = setTimeout(() => { controller.abort(); }, TIMEOUT_MS);
    fetch(form.action, {
      method: "POST", body, signal: controller.signal, credentials: "same-origin", headers: { Accept: "application/json" },
    }).then((response) => {
      var kind = sending.responseKind(response.status, response.headers.get("Content-Type") || "");
      if (kind === "disk") return response.json().then((problem) => { throw problem; });
      if (kind === "again") throw new Error("server");
      return kind === "said" ? response.json().then(readAllPages) : null;
    }).then((answer) => {
      requesting = false;
      if (outbox.now !== sent) return;
      if (answer) handleAnswer(answer);
      else handleFailure("signed_out", false);
    }).catch((error) => {
      requesting = false;
      if (outbox.now === sent) handleFailure("not_saved", true, error.sentence);
    }).finally(() => { clearTimeout(timeout); });
  }
  function handleFailure(code, retry, reason) {
    outbox = sending.markFailed(outbox, code);
    showMessage("wait", code);
    if (reason) setState({ ...s,
      actions: [], message: { kind: "wait", code, text: s.message.text + " " + reason }
    });
    if (retry) retryTimer = setTimeout(sendPending, RETRY_MS);
  }
  function handleAnswer(answer) {
    outbox = sending.markAnswered(outbox, answer.ok);
    saveOutbox();
    applyUpdate(answer);
    setState(entry.applyAnswer(board, s, answer));
    replayQueue();
  }
  function applyUpdate(update) {
    D.board.applyUpdate(board, update);
    screen.updateTiles(update);
    screen.markTile(s.slot ? s.slot.id : "");
  }
  function queueInput(input) { // the user goes on while the desk waits for an answer
    var result = sending.queueInput(outbox, input);
    outbox = result[0];
    saveOutbox();
    if (result[1] === "give_up") { clearTimeout(retryTimer); showMessage("error", "left_unsaved"); } else screen.show(s, outbox);
    if (result[1] === "again") sendPending();
    if (result[1] === "leave") { setState(entry.leave(board, s)); replayQueue(); }
    return result[1];
  }

  // Results from elsewhere, and the lines of one table

  function versionQuery() { return new URLSearchParams(D.board.versionParams(board)).toString(); }
  function poll() {
    if (document.hidden || outbox.now || outbox.reading) return;
    var query = versionQuery();
    fetchState(query).then((response) => {
      if (response.status !== 200 || outbox.now || status.contains(document.activeElement)) return null;
      return response.json().then(readAllPages).then((update) => {
        if (outbox.now || versionQuery() !== query) return; // the page has newer data by now
        applyUpdate(update);
        setState(entry.applyUpdate(board, s));
      });
    }).catch(() => { /* the next entry reports a lost connection */ });
  }
  function fetchState(query) {
    var address = board.urls.state + (board.urls.state.includes("?") ? "&" : "?") + query;
    return fetch(address, { headers: { Accept: "application/json" }, credentials: "same-origin" });
  }
  function readAllPages(update) { // a large hall comes in several pages
    update.pages = update.pages || [];
    if (!update.next) return update;
    return fetchState("page=" + update.next).then((response) => response.json()).then((page) => readAllPages(D.board.withPage(update, page)));
  }
  function readOtherPages() { // the tables missing on the page; what is typed meanwhile is queued
    readAllPages({ slots: board.slots, next: board.next }).then((update) => {
      screen.addPages(update.pages, !board.slots.length);
      board.slots = update.slots;
      outbox = sending.setReading(outbox, false);
      if (s.message && s.message.code === "reading") setState({ ...s, actions: [], message: null });
      if (outbox.now) sendPending(); // saved before a reload: the answer refers to tables that are loaded now
      else replayQueue();
    }).catch(() => {
      if (!outbox.now) showMessage("wait", "reading");
      setTimeout(readOtherPages, RETRY_MS);
    });
  }
  function openTable(meeting) {
    var address = board.urls.table.replace(NIL_UUID, meeting) + new URL(board.urls.state, location).search, request = panelRequests += 1;
    fetch(address, { credentials: "same-origin" }).then((response) => response.ok ? response.text() : "").then((html) => {
      if (request !== panelRequests || !s.slot || s.slot.id !== meeting) return;
      panel.innerHTML = html;
      panel.querySelectorAll("[data-correct], [data-leave]").forEach((control) => { control.hidden = false; });
      focusWinnerChoice();
      confirmPendingVoid();
      gameToVoid = 0;
      if (s.correcting && !s.values.hands) loadSheet(s.correcting);
    }).catch(() => { if (request === panelRequests) gameToVoid = 0; }); // the message above the panel is enough
  }
  function focusWinnerChoice() { // the first choice of “Who has really won?”
    var choice = s.turning && panel.querySelector("[data-turn]");
    if (!choice) return;
    s.turning = false;
    choice.focus();
  }
  function loadSheet(game) {
    var source = sheet && panel.querySelector('[data-hands][data-game="' + game + '"]');
    if (!source) return;
    setState(entry.loadSheet(board, s, source.dataset.hands));
    sheet.refresh();
  }
  function confirmPendingVoid() {
    var match = Array.from(panel.querySelectorAll("form[data-void]")).find((item) => Number(item.elements.game.value) === gameToVoid);
    if (match) confirmVoid(match);
  }
  function confirmVoid(target) { // asks before the result is taken out
    gameToVoid = 0;
    voidForm = target;
    voidDialog.showModal();
    voidDialog.querySelector("[data-sure]").focus();
  }

  // Keys and clicks

  function readFocus() { // the field in which the next key is typed
    var field = document.activeElement;
    if (!form.contains(field)) return;
    s.focus = field === button ? "enter" : field.name || "";
    var typed = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "radio");
    s.selected = typed && field.value !== "" && field.selectionStart === 0 && field.selectionEnd === field.value.length;
    s.caret = typed ? field.selectionStart : null;
  }
  form.addEventListener("keydown", (event) => {
    var key = event.key, inHands = event.target === form.elements.hands;
    if (event.altKey || event.metaKey || (event.ctrlKey && !(inHands && key === "Enter")) || event.target === form.elements.how) return;
    if (event.isComposing || (key.length > 1 && !["Enter", "Escape", "Tab", "Backspace"].includes(key))) return;
    if (sending.isBusy(outbox)) {
      if (key === "Tab") return;
      if (queueInput(key) !== "mend") event.preventDefault();
      return;
    }
    if (event.target === button && (key === "Enter" || key === " ")) return;
    readFocus();
    setState(entry.press(board, s, key, event.ctrlKey));
    if (s.handled) event.preventDefault();
    if (key === "Escape" && !s.slot) replayQueue();
  });
  form.addEventListener("beforeinput", (event) => { // from a keyboard on the screen, or pasted: no key comes before it
    if (!sending.isBusy(outbox) || !event.cancelable || event.target === form.elements.how) return;
    if (event.inputType.startsWith("delete")) {
      if (queueInput("Backspace") !== "mend") event.preventDefault();
      return;
    }
    event.preventDefault();
    Array.from(event.data || (event.dataTransfer && event.dataTransfer.getData("text")) || "").forEach(queueInput);
  });
  form.addEventListener("input", (event) => {
    var field = event.target, value = field.value;
    if (field === form.elements.how || field.type === "radio") return;
    if (outbox.held) { // to correct the entry that was refused
      queueInput("Backspace");
      field.value = value;
    }
    if (sending.isBusy(outbox)) { screen.show(s, outbox); return; } // part of a composition: it cannot be queued
    readFocus();
    setState(entry.setField(board, s, field.name, field.value));
  });
  form.addEventListener("change", (event) => {
    if (outbox.held) queueInput("Backspace"); // to correct the entry that was refused
    if (sending.isBusy(outbox)) { screen.show(s, outbox); return; } // the entry that is on its way stays as it was sent
    if (event.target === form.elements.how) setState(entry.award(board, s, event.target.value));
    if (event.target.type === "radio") { readFocus(); setState(entry.pickWinner(board, s, event.target.value)); }
  });
  form.addEventListener("click", (event) => {
    var side = event.target.closest("label.side");
    if (outbox.held && event.target.matches("input[id], textarea")) { queueInput("Backspace"); return; } // to correct the text
    if (sending.isBusy(outbox) && side) { // queued like a key
      event.preventDefault();
      queueInput({ pick: side.dataset.of });
    } else if (event.target === table && event.detail) setState(entry.tapTable(board, s));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation(); // keeps page.js from blocking the next submit of this form
    if (!sending.isBusy(outbox)) { readFocus(); setState(entry.submit(board, s)); }
    else queueInput("Enter");
  });

  function sendForm(data) {
    var text = new URLSearchParams(data).toString();
    if (sending.isBusy(outbox)) queueInput({ post: text });
    else sendBody(text);
  }
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-desk-form]")) return;
    event.preventDefault();
    if (event.target.matches("[data-void]")) { confirmVoid(event.target); return; }
    sendForm(new FormData(event.target));
  });
  voidDialog.querySelector("[data-sure]").addEventListener("click", () => {
    voidDialog.close();
    sendForm(new FormData(voidForm));
  });
  document.addEventListener("click", (event) => {
    var fix = event.target.closest("[data-correct]"), tile = event.target.closest("[data-slot] a.tile");
    if (fix) { event.preventDefault(); setState(entry.correct(board, s, Number(fix.dataset.game), fix.dataset.correct)); }
    if (event.target.closest("[data-leave]")) { setState(entry.leave(board, s)); replayQueue(); }
    if (!tile || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    chooseTable(String(D.board.slotByMeeting(board, tile.closest("[data-slot]").dataset.slot).table));
    if (!sending.isBusy(outbox)) form.scrollIntoView({ block: "nearest" });
  });
  function chooseTable(number) {
    if (sending.isBusy(outbox)) queueInput({ choose: number });
    else setState(entry.chooseTable(board, s, number));
  }

  // A hand scanner types into whatever has the focus (offline_codes.js): the effect of its first letters here is undone.
  var beforeBurst = { s, ahead: [] };
  document.addEventListener("cheville:burst", () => { beforeBurst = { s, ahead: outbox.ahead }; });
  document.addEventListener("cheville:scanner", () => {
    outbox = { ...outbox, ahead: beforeBurst.ahead };
    if (sending.isBusy(outbox)) screen.show(s, outbox);
    else setState({ ...beforeBurst.s, actions: [] });
  });

  // Ready

  form.classList.add("has-script");
  document.getElementById("desk-keys").hidden = false;
  setInterval(poll, POLL_MS);
  document.addEventListener("cheville:written", poll);
  try { outbox = sending.unpack(sessionStorage.getItem(STORAGE_KEY)); } catch (e) { /* nothing saved */ }
  outbox = sending.setReading(outbox, Boolean(board.next));
  if (board.next) readOtherPages();
  if (outbox.now) {
    showMessage("wait", "saving");
    if (!outbox.reading) sendPending();
  } else if (table.value && !outbox.held) chooseTable(table.value);
  else setState(s);
})();

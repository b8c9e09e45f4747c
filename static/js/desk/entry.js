// The state of one entry at the desk, from the table’s number to Enter: takes a key or click and returns the next state.
// Pure: the functions of D.entry that main.js calls take the board (board.js) and a state and return a new state. Its `actions`
// are for main.js: {act: "send", body}, {act: "open", meeting}, {act: "sheet", game}, {act: "void", game}, {act: "codes"},
// {act: "who"}.
//
// State: table (text of its field), slot (the chosen table), winner (letter), winnerChosen (picked, not computed from the
// points), how (kind of award), values (the other fields by name), focus (field name), selected (the text in focus is
// selected), caret, correcting (number of the game), seen (newest line of the table when it was chosen), lastResult (what X
// turns round), message {kind, code, text}, notices, invalid (field name), turning (the real winner must be chosen below),
// phantom (entry for an unknown table), moved (the focus moves), handled (the browser must not type the key), submitted.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;
  var AWARD_KEYS = { f: "forfeit", n: "no_show", i: "abandoned" };

  function game(board) { return D.games[board.game]; }
  function blank() {
    return {
      table: "", slot: null, winner: "", winnerChosen: false, how: "", values: {}, focus: "table", selected: true, caret: null,
      correcting: 0, seen: 0, lastResult: null, message: null, notices: [], invalid: "", turning: false, phantom: null,
      actions: [], moved: true, handled: true, submitted: false,
    };
  }
  function draft(state) {
    return { ...state,
      values: { ...state.values }, actions: [], moved: false, handled: true, submitted: false
    };
  }

  // Steps. They change the draft that they are given.

  function focusOn(s, field) {
    s.focus = field;
    s.selected = field !== "hands"; // the next key must not erase a whole sheet of hands
    s.caret = null;
    s.moved = true;
  }
  function setMessage(s, kind, code, text) { s.message = text ? { kind, code, text } : null; }
  function showMessage(board, s, kind, code, values) { setMessage(s, kind, code, B.fill(board.words[code], values || {})); }
  function clearMessage(s) { s.message = null; }
  function refuse(s, field, code, text) {
    setMessage(s, "error", code, text);
    s.invalid = field;
    focusOn(s, field);
  }
  function firstField(board, s) { return s.how ? B.declaredFields(s.slot)[0] : game(board).fields(board, s)[0]; }
  function hasWarning(s) { return Boolean(s.slot) && !B.isEditing(s); }
  function hasInput(s) {
    return Boolean(s.winner || s.how || Object.keys(s.values).some((name) => (s.values[name] || "").trim()));
  }
  function forgetTable(board, s) { // the typed points stay
    Object.assign(s, {
      slot: null, winner: "", winnerChosen: false, how: "", correcting: 0, turning: false, invalid: "", phantom: null
    });
    game(board).onInput(board, s, "");
  }
  function clearEntry(board, s) {
    s.table = "";
    s.values = {};
    forgetTable(board, s);
    focusOn(s, "table");
  }
  function leave(board, s) {
    clearEntry(board, s);
    clearMessage(s);
    s.notices = [];
  }
  function showWarning(board, s) { // the warning stays until C, X, V or Esc is pressed
    if (s.slot.disputed) showMessage(board, s, "warning", "in_dispute");
    else setMessage(s, "warning", "is_in", s.slot.said + " " + board.words.is_in);
    focusOn(s, "table");
  }
  function setSlot(s, board, slot) {
    s.slot = slot;
    s.seen = slot.line;
    s.table = String(slot.table);
    s.invalid = "";
    if (s.winner && !B.letters(slot).includes(s.winner)) Object.assign(s, { winner: "", winnerChosen: false });
    var locked = game(board).lockedField(board, s);
    if (locked) s.values[locked] = "";
    clearMessage(s);
    s.notices = [];
  }
  function chooseTable(board, s, number, showLines) {
    if (s.slot) forgetTable(board, s);
    s.notices = [];
    if (!number.trim()) {
      if (hasInput(s)) refuse(s, "table", "which_table", board.words.which_table);
      else focusOn(s, "table"); // a second Enter keeps the message of the first
      return;
    }
    var slot = B.slotByNumber(board, number);
    if (!slot) { refuse(s, "table", "no_table", B.fill(board.words.no_table, { table: number.trim() })); return; }
    if (slot.bye) { refuse(s, "table", "bye", B.fill(board.words.bye, { name: slot.sides[0].name })); return; }
    setSlot(s, board, slot);
    if (showLines || hasWarning(s) || slot.said) s.actions.push({ act: "open", meeting: slot.id });
    if (hasWarning(s)) showWarning(board, s);
    else focusOn(s, firstField(board, s));
  }
  function adoptTypedTable(board, s) { // input in another field belongs to the typed table number
    var slot = !s.slot && s.table.trim() ? B.slotByNumber(board, s.table) : null;
    if (!slot || slot.bye || !slot.open || slot.disputed) return; // Enter reports the problem
    setSlot(s, board, slot);
    if (slot.said) s.actions.push({ act: "open", meeting: slot.id });
  }
  function setWinner(board, s, letter) {
    s.winner = s.winner === letter && s.how ? "" : letter;
    game(board).onWinner(board, s);
    prefill(board, s);
  }
  function prefill(board, s) {
    if (!s.how || !s.winner) return;
    var forfeit = board.forfeit || {}, absent = B.hasSeveralSides(s.slot) ? "" : B.otherSide(s.slot, s.winner);
    function declare(letter, points) {
      if (letter && points !== null && points !== undefined) s.values["points_" + letter] = String(points);
    }
    declare(s.winner, forfeit.present);
    declare(absent, forfeit.absent); // with several sides, the desk types the points of each
    if (isComplete(board, s)) showMessage(board, s, "warning", "award_has_it", {
      how: board.words[s.how], name: B.sideName(s.slot, s.winner)
    });
    if (B.declaredFields(s.slot).includes(s.focus)) focusOn(s, s.focus);
  }
  function awardCode(s) { // an abandoned game may have no winner
    if (s.how === "abandoned") return "award_or_nobody";
    return B.hasSeveralSides(s.slot) ? "award_of_several" : "award";
  }
  function toggleAward(board, s, how) {
    s.how = s.how === how ? "" : how;
    if (!s.how) clearMessage(s);
    else showMessage(board, s, "warning", awardCode(s), { how: board.words[s.how] });
    prefill(board, s);
    focusOn(s, firstField(board, s));
  }
  function startCorrection(board, s, number) {
    s.correcting = number;
    showMessage(board, s, "warning", "correcting", { label: B.label(s.slot, number) });
    focusOn(s, firstField(board, s));
    s.actions.push({ act: "sheet", game: number });
  }
  function correctableGame(slot) { // the game that C and V refer to: the disputed one, or the last with a result
    return slot.disputed || (slot.counting ? slot.counting.game : 0);
  }
  function showNoResult(board, s) { showMessage(board, s, "error", "no_result", { table: s.slot.table }); }
  function requestVoid(board, s) {
    var number = s.correcting || correctableGame(s.slot);
    if (number) s.actions.push({ act: "void", game: number });
    else showNoResult(board, s);
  }
  function winnerQuestion(board, s) {
    return B.hasSeveralSides(s.slot) ? { code: "who_has_of_several", values: { sides: B.listSides(s.slot) } }
      : { code: "who_has", values: { a: B.sideName(s.slot, "A"), b: B.sideName(s.slot, "B") } };
  }
  function missing(board, s) {
    if (s.how) return s.how === "forfeit" && !s.winner ? winnerQuestion(board, s) : null;
    return game(board).missing(board, s);
  }
  function isComplete(board, s) { // all fields are filled
    var fields = s.how ? B.declaredFields(s.slot) : game(board).fields(board, s);
    return !missing(board, s) && fields.every((name) => (s.values[name] || "").trim());
  }
  function submit(board, s) {
    if (!s.slot || String(s.slot.table) !== s.table.trim()) {
      var hadInput = hasInput(s);
      chooseTable(board, s, s.table);
      if (!s.slot || !hadInput) return;
    }
    if (hasWarning(s)) { showWarning(board, s); return; }
    s.submitted = true;
    var question = missing(board, s);
    if (question) { showMessage(board, s, "error", question.code, question.values); return; }
    s.actions.push({ act: "send", body: { ...s.values,
      do: s.correcting ? "correct" : "enter", table: s.table.trim(), meeting: s.slot.id, game: String(s.correcting || s.slot.game),
      seen: String(s.seen), winner: s.winner, how: s.how,
    } });
  }
  function turnResult(board, s) { // of the chosen table; without one, the result that was entered last
    var counting = s.slot && s.slot.counting;
    if (hasWarning(s) && (s.slot.disputed || !counting)) { showWarning(board, s); return; }
    if (s.slot && !counting) { showNoResult(board, s); return; }
    var result = counting ? { meeting: s.slot.id, game: counting.game, line: counting.line, seen: s.seen } : s.lastResult;
    if (!result) { showMessage(board, s, "error", "nothing_to_turn"); return; }
    var slot = B.slotByMeeting(board, result.meeting);
    if (slot && B.hasSeveralSides(slot)) {
      if (!s.slot || s.slot.id !== slot.id) chooseTable(board, s, String(slot.table), true);
      showMessage(board, s, "warning", "turn_of_several");
      s.turning = true;
      s.actions.push({ act: "who" });
      return;
    }
    s.actions.push({ act: "send", body: {
      do: "turn", meeting: result.meeting, game: String(result.game), line: String(result.line), seen: String(result.seen),
    } });
  }
  function turnEntry(board, s) { // before it is sent
    if (!s.how) return game(board).turnTyped(board, s);
    if (B.hasSeveralSides(s.slot)) {
      var question = winnerQuestion(board, s);
      showMessage(board, s, "warning", question.code, question.values);
      return true;
    }
    if (s.winner) setWinner(board, s, B.otherSide(s.slot, s.winner));
    return Boolean(s.winner);
  }

  function pressAmendKey(board, s, letter) { // X, C or V
    var hasTyped = hasInput(s);
    if (letter === "x" && !s.slot && !hasTyped) turnResult(board, s);
    else if (!s.slot) refuse(s, "table", "which_table", board.words.which_table);
    else if (letter === "v") requestVoid(board, s);
    else if (letter === "c" && !correctableGame(s.slot)) showNoResult(board, s);
    else if (letter === "c" && !s.correcting) startCorrection(board, s, correctableGame(s.slot));
    else if (letter === "x" && !turnEntry(board, s)) {
      var question = hasTyped || s.correcting ? missing(board, s) : null;
      if (question) showMessage(board, s, "error", question.code, question.values);
      else turnResult(board, s);
    }
  }

  // Keys. True means that the key was handled; otherwise the browser types it into the field in focus.

  function pressEnter(board, s) {
    var declared = B.declaredFields(s.slot), index = declared.indexOf(s.focus),
      next = s.how ? "" : game(board).nextField(board, s, s.focus);
    if (s.focus === "table") {
      chooseTable(board, s, s.table);
      if (B.isEditing(s) && isComplete(board, s)) submit(board, s); // the table number was typed last
    } else if (next) focusOn(s, next);
    else if (index >= 0 && index < declared.length - 1) focusOn(s, declared[index + 1]);
    else if (s.focus === "winner" && s.slot && !isComplete(board, s)) focusOn(s, firstField(board, s));
    else submit(board, s);
  }
  function pressInSheet(board, s, key, ctrl) { // Enter normally starts a new line in a sheet of hands
    if (key === "Escape") { focusOn(s, game(board).fields(board, s)[0]); return true; }
    if (key !== "Enter" || !(ctrl || game(board).isLineEmpty(s.values.hands || "", s.caret))) return false;
    submit(board, s);
    return true;
  }
  function pressInWarning(board, s, letter) {
    if (letter === "Tab") return false;
    if (letter === "Escape") leave(board, s);
    else if (letter === "x") turnResult(board, s);
    else if (letter === "c" && correctableGame(s.slot)) startCorrection(board, s, correctableGame(s.slot));
    else if (letter === "v") requestVoid(board, s);
    else if (letter === "q") s.actions.push({ act: "codes" });
    else showWarning(board, s); // any other key belongs to a slip that cannot be entered now
    return true;
  }
  // The entry for a table that does not exist. The user looks at the slip and types on to its end: a phantom takes these keys, so
  // that they do not end up in another entry.
  function phantomEntry(board, s) {
    var slot = {
      id: "", table: s.table.trim(), label: "", game: 0, sides: s.slot ? s.slot.sides : B.sidesOf(null), open: true, said: "", line: 0
    };
    var entry = Object.assign(blank(), { slot, table: slot.table });
    focusOn(entry, game(board).fields(board, entry)[0]);
    return entry;
  }
  function pressInPhantom(board, s, key) {
    if (key === "Escape") { leave(board, s); return true; }
    if (key === "Backspace" || key === "Tab") { s.phantom = null; return false; }
    var entry = typeKey(board, s.phantom, key);
    s.phantom = entry.submitted ? null : entry;
    return true;
  }
  function isAmendKey(board, slot, letter) { // X, C and V change an entered result, unless the letter is a seat’s
    var slots = slot ? [slot] : board.slots;
    return /^[xcv]$/.test(letter) && !slots.some((candidate) => B.sideByKey(candidate, letter));
  }
  function isOpeningKey(board, s, letter) { // a key that can follow the table number
    var typedSlot = B.slotByNumber(board, s.table);
    return /^[abcfnivx/*]$/.test(letter) || game(board).openingKeys.includes(letter) || Boolean(B.sideByKey(typedSlot, letter));
  }
  function handleKey(board, s, key, ctrl) {
    var letter = key.length === 1 ? key.toLowerCase() : key;
    if (s.focus === "hands") { s.phantom = null; return pressInSheet(board, s, key, ctrl); }
    if (s.phantom) return pressInPhantom(board, s, key);
    if (hasWarning(s)) return pressInWarning(board, s, letter);
    if (key === "Escape") { leave(board, s); return true; }
    if (key === "Enter") { pressEnter(board, s); return true; }
    if (key === "Backspace") return false;
    if (key === "Tab") {
      if (s.focus !== "table" || !s.table.trim() || s.slot) return false;
      chooseTable(board, s, s.table);
      return true;
    }
    if (!s.slot && s.table.trim() && letter.length === 1 && isOpeningKey(board, s, letter)) {
      var focusBefore = s.focus;
      chooseTable(board, s, s.table);
      if (!s.slot) {
        if (!isAmendKey(board, null, letter)) s.phantom = typeKey(board, phantomEntry(board, s), key);
        return true;
      }
      // The user must see the result before X, C or V takes effect, and presses it again. Space acts as Enter.
      if (hasWarning(s) || letter === " ") return true;
      if (focusBefore !== "table" && focusBefore !== "winner") focusOn(s, focusBefore);
    }
    return pressCharacter(board, s, letter);
  }
  function pressCharacter(board, s, letter) {
    var side = B.isEditing(s) && B.sideByKey(s.slot, letter); // with three sides C is a seat, with six F as well
    if (side) { if (s.how) setWinner(board, s, side); else game(board).pressSide(board, s, side); return true; }
    if (isAmendKey(board, s.slot, letter)) { pressAmendKey(board, s, letter); return true; }
    if (letter === "q") { s.actions.push({ act: "codes" }); return true; }
    if (B.isEditing(s)) {
      if (!s.how && game(board).pressKey(board, s, letter)) return true;
      if (AWARD_KEYS[letter]) { toggleAward(board, s, AWARD_KEYS[letter]); return true; }
    } else if (AWARD_KEYS[letter]) refuse(s, "table", "which_table", board.words.which_table);
    var isNumeric = /^[-\d]$/.test(letter);
    if (isNumeric && (s.focus === "winner" || s.focus === "enter")) focusOn(s, s.table.trim() ? firstField(board, s) : "table");
    return letter.length === 1 && !isNumeric;
  }
  function fieldText(s, name) { return name === "table" ? s.table : s.values[name] || ""; }
  function writeField(s, name, text) {
    if (name === "table") s.table = text;
    else s.values[name] = text;
  }
  function changeField(board, s, name, text) {
    if (hasWarning(s) && name !== "hands") { showWarning(board, s); return; } // a warning blocks typing
    if (name === "table" && s.slot) forgetTable(board, s);
    s.invalid = "";
    s.phantom = null;
    writeField(s, name, text);
    if (name !== "table") adoptTypedTable(board, s);
    game(board).onInput(board, s, name);
  }
  function typeKey(board, state, key) { // press(), and the typing that the browser would do
    var s = press(board, state, key), text = fieldText(s, s.focus);
    if (s.handled || ["winner", "how", "enter", ""].includes(s.focus)) return s;
    if (key.length > 1 && !(key === "Enter" && s.focus === "hands") && key !== "Backspace") return s;
    var character = key === "Enter" ? "\n" : key;
    changeField(board, s, s.focus, key === "Backspace" ? (s.selected ? "" : text.slice(0, -1)) : (s.selected ? "" : text) + character);
    if (!hasWarning(s)) s.selected = false;
    return s;
  }

  // Events

  function press(board, state, key, ctrl) {
    var s = draft(state);
    s.handled = handleKey(board, s, key, ctrl);
    return s;
  }
  function onDraft(change) { // turns a step, which changes a draft, into a function that returns a new state
    return (board, state, a, b) => {
      var s = draft(state);
      change(board, s, a, b);
      return s;
    };
  }
  D.entry = {
    blank, press, typeKey, hasWarning, focusOn, showMessage,
    setWinner,
    setField: onDraft(changeField), // `text` is the new text of the field
    chooseTable: onDraft((board, s, number) => { // by a click on a tile: starts a new entry
      if (s.slot) clearEntry(board, s);
      chooseTable(board, s, number, true);
    }),
    pickWinner: onDraft((board, s, letter) => { // with the mouse; if the table has a result, this starts a correction
      if (hasWarning(s) && correctableGame(s.slot)) startCorrection(board, s, correctableGame(s.slot));
      if (hasWarning(s)) { showWarning(board, s); return; }
      adoptTypedTable(board, s);
      s.winner = letter;
      game(board).onWinner(board, s);
      prefill(board, s);
    }),
    award: onDraft((board, s, how) => {
      if (hasWarning(s)) { showWarning(board, s); return; }
      adoptTypedTable(board, s);
      s.how = "";
      toggleAward(board, s, how);
    }),
    submit: onDraft(submit),
    leave: onDraft((board, s) => { leave(board, s); }),
    tapTable: onDraft((board, s) => { if (hasWarning(s) || s.phantom) leave(board, s); }), // a finger on the table field
    correct: onDraft((board, s, number, meeting) => {
      var slot = B.slotByMeeting(board, meeting);
      if (slot && (!s.slot || s.slot.id !== meeting)) { clearEntry(board, s); chooseTable(board, s, String(slot.table)); }
      if (s.slot) startCorrection(board, s, number);
    }),
    loadSheet: onDraft((board, s, text) => { // to correct the sheet without typing all of it again
      s.values.hands = text + "\n";
      focusOn(s, "hands");
    }),
    // The server’s answer to the sent entry
    applyAnswer: onDraft((board, s, answer) => {
      if (answer.ok) {
        clearEntry(board, s);
        s.lastResult = answer.turnable ? { meeting: answer.meeting, game: answer.game, line: answer.line, seen: answer.seen } : null;
        setMessage(s, answer.disputed ? "warning" : "ok", answer.code, answer.say);
        s.notices = answer.told.map((text) => ({ code: "told", text }));
      } else if (answer.code === "already_entered") chooseTable(board, s, s.table);
      else {
        var field = answer.field === "table" ? "table" : game(board).fieldFor(board, s, answer.field),
          declared = B.declaredFields(s.slot);
        if (s.how && field !== "table" && !declared.includes(field)) field = declared[0];
        refuse(s, field, answer.code, answer.say);
      }
    }),
    // Results came in from elsewhere: `board` is already the new one
    applyUpdate: onDraft((board, s) => {
      var current = s.slot && B.slotByMeeting(board, s.slot.id);
      if (!s.slot) return;
      if (!current) { forgetTable(board, s); showMessage(board, s, "warning", "moved"); return; }
      if (current.line !== s.slot.line && B.isEditing(s)) s.notices = [{
        code: "meanwhile", text: board.words.meanwhile + " " + current.said
      }];
    }),
    // `key` led to a warning: how many of the `keys` after it still belong to the refused slip
    countSlipKeys: (board, state, key, keys) => {
      if (!hasWarning(state) && !["no_table", "bye"].includes((state.message || {}).code)) return 0;
      if (isAmendKey(board, state.slot, key.toLowerCase())) return 0; // a slip never starts with it
      if (hasWarning(state) && keys.length && /^([cxv]|Escape)$/i.test(keys[0])) return 0;
      var entry = state.phantom || phantomEntry(board, state), count = 0;
      if (!state.phantom && key.length === 1) entry = typeKey(board, entry, key);
      while (count < keys.length && typeof keys[count] === "string" && !entry.submitted) entry = typeKey(board, entry, keys[count++]);
      return count;
    },
  };
})();

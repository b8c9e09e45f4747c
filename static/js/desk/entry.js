// One entry at the desk, from the table’s number to Enter: what was typed in, the next state out. Pure: each function below
// “What happens” takes the board (board.js) and a state and returns a new one; `does` says what is to be done about it:
// {act: "send", body}, {act: "open", meeting}, {act: "sheet", game}, {act: "void", game}, {act: "codes"}, {act: "who"}.
//
// A state: table (what stands in its box), slot (the table that was chosen), winner, named (said, not worked out), how (award),
// values (the other boxes by name), focus, whole (what stands there is selected), correcting (the game), seen (the newest
// line of the table when it was chosen), last (the result that X turns round), answer {kind, code, text}, told, wrong.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;
  var AWARDS = { f: "forfeit", n: "no_show", i: "abandoned" };

  function game(board) { return D.games[board.game]; }
  function blank() {
    return {
      table: "", slot: null, winner: "", named: false, how: "", values: {}, focus: "table", whole: true, caret: null, correcting: 0, seen: 0,
      last: null, answer: null, told: [], wrong: "", turning: false, astray: null, does: [], moved: true, taken: true, submitted: false,
    };
  }
  function draft(state) {
    return Object.assign({}, state, { values: Object.assign({}, state.values), does: [], moved: false, taken: true, submitted: false });
  }

  // Parts of a step. They change the draft that they are given.

  function go(s, field) {
    s.focus = field;
    s.whole = field !== "hands"; // in a sheet of hands the next key must not wipe it all
    s.caret = null;
    s.moved = true;
  }
  function put(s, kind, code, text) { s.answer = text ? { kind: kind, code: code, text: text } : null; }
  function say(board, s, kind, code, values) { put(s, kind, code, B.fill(board.words[code], values || {})); }
  function quiet(s) { s.answer = null; }
  function refuse(s, field, code, text) {
    put(s, "error", code, text);
    s.wrong = field;
    go(s, field);
  }
  function first(board, s) { return s.how ? B.declared(s.slot)[0] : game(board).fields(board, s)[0]; }
  function warned(s) { return Boolean(s.slot) && !B.editing(s); }
  function typedAnything(s) {
    return Boolean(s.winner || s.how || Object.keys(s.values).some(function (name) { return (s.values[name] || "").trim(); }));
  }
  function forget(board, s) { // the people of the table, and what was said of them; the points that were typed stay
    Object.assign(s, { slot: null, winner: "", named: false, how: "", correcting: 0, turning: false, wrong: "", astray: null });
    game(board).typed(board, s, "");
  }
  function clear(board, s) {
    s.table = "";
    s.values = {};
    forget(board, s);
    go(s, "table");
  }
  function leave(board, s) {
    clear(board, s);
    quiet(s);
    s.told = [];
  }
  function warn(board, s) { // stays until it is answered: C, X, V or Esc
    if (s.slot.disputed) say(board, s, "warning", "in_dispute");
    else put(s, "warning", "is_in", s.slot.said + " " + board.words.is_in);
    go(s, "table");
  }
  function take(s, board, slot) {
    s.slot = slot;
    s.seen = slot.line;
    s.table = String(slot.table);
    s.wrong = "";
    if (s.winner && !B.letters(slot).includes(s.winner)) s.winner = "";
    var own = game(board).locked(board, s);
    if (own) s.values[own] = "";
    quiet(s);
    s.told = [];
  }
  function choose(board, s, number, look) {
    if (s.slot) forget(board, s);
    s.told = [];
    if (!number.trim()) {
      if (typedAnything(s)) refuse(s, "table", "which_table", board.words.which_table);
      else go(s, "table"); // a second Enter leaves what the first one said
      return;
    }
    var slot = B.slotAt(board, number);
    if (!slot) { refuse(s, "table", "no_table", B.fill(board.words.no_table, { table: number.trim() })); return; }
    if (slot.bye) { refuse(s, "table", "bye", B.fill(board.words.bye, { name: slot.sides[0].name })); return; }
    take(s, board, slot);
    if (look || warned(s) || slot.said) s.does.push({ act: "open", meeting: slot.id });
    if (warned(s)) warn(board, s);
    else go(s, first(board, s));
  }
  function settle(board, s) { // something else is said or typed beside the number of a table: it is about that table
    var slot = !s.slot && s.table.trim() ? B.slotAt(board, s.table) : null;
    if (!slot || slot.bye || !slot.open || slot.disputed) return; // Enter will say what is wrong with it
    take(s, board, slot);
    if (slot.said) s.does.push({ act: "open", meeting: slot.id });
  }
  function setWinner(board, s, letter) {
    s.winner = s.winner === letter && s.how ? "" : letter;
    game(board).won(board, s);
    prefill(board, s);
  }
  function prefill(board, s) {
    if (!s.how || !s.winner) return;
    var forfeit = board.forfeit || {}, rest = B.several(s.slot) ? "" : B.other(s.slot, s.winner);
    function declare(letter, points) {
      if (letter && points !== null && points !== undefined) s.values["points_" + letter] = String(points);
    }
    declare(s.winner, forfeit.present);
    declare(rest, forfeit.absent); // of several the desk says what each has
    if (complete(board, s)) say(board, s, "warning", "award_has_it", { how: board.words[s.how], name: B.nameOf(s.slot, s.winner) });
    if (B.declared(s.slot).includes(s.focus)) go(s, s.focus);
  }
  function awarded(s) { // of a game that was abandoned nobody need have it
    if (s.how === "abandoned") return "award_or_nobody";
    return B.several(s.slot) ? "award_of_several" : "award";
  }
  function award(board, s, how) {
    s.how = s.how === how ? "" : how;
    if (!s.how) quiet(s);
    else say(board, s, "warning", awarded(s), { how: board.words[s.how] });
    prefill(board, s);
    go(s, first(board, s));
  }
  function correct(board, s, number) {
    s.correcting = number;
    say(board, s, "warning", "correcting", { label: B.label(s.slot, number) });
    go(s, first(board, s));
    s.does.push({ act: "sheet", game: number });
  }
  function corrected(slot) { // the game that C types anew and V takes out: the one in dispute, or the last that is in
    return slot.disputed || (slot.counting ? slot.counting.game : 0);
  }
  function noResult(board, s) { say(board, s, "error", "no_result", { table: s.slot.table }); }
  function takeOut(board, s) {
    var number = s.correcting || corrected(s.slot);
    if (number) s.does.push({ act: "void", game: number });
    else noResult(board, s);
  }
  function whoHasIt(board, s) {
    return B.several(s.slot) ? { code: "who_has_of_several", values: { sides: B.listed(s.slot) } }
      : { code: "who_has", values: { a: B.nameOf(s.slot, "A"), b: B.nameOf(s.slot, "B") } };
  }
  function missing(board, s) {
    if (s.how) return s.how === "forfeit" && !s.winner ? whoHasIt(board, s) : null;
    return game(board).missing(board, s);
  }
  function complete(board, s) { // nothing is left to type
    var asked = s.how ? B.declared(s.slot) : game(board).fields(board, s);
    return !missing(board, s) && asked.every(function (name) { return (s.values[name] || "").trim(); });
  }
  function submit(board, s) {
    if (!s.slot || String(s.slot.table) !== s.table.trim()) {
      var typed = typedAnything(s);
      choose(board, s, s.table);
      if (!s.slot || !typed) return;
    }
    if (warned(s)) { warn(board, s); return; }
    s.submitted = true;
    var wanted = missing(board, s);
    if (wanted) { say(board, s, "error", wanted.code, wanted.values); return; }
    s.does.push({ act: "send", body: Object.assign({}, s.values, {
      do: s.correcting ? "correct" : "enter", table: s.table.trim(), meeting: s.slot.id, game: String(s.correcting || s.slot.game),
      seen: String(s.seen), winner: s.winner, how: s.how,
    }) });
  }
  function turn(board, s) { // the last result of the table that is chosen; without a table the one that was entered last
    var counting = s.slot && s.slot.counting;
    if (warned(s) && (s.slot.disputed || !counting)) { warn(board, s); return; }
    if (s.slot && !counting) { noResult(board, s); return; }
    var about = counting ? { meeting: s.slot.id, game: counting.game, line: counting.line, seen: s.seen } : s.last;
    if (!about) { say(board, s, "error", "nothing_to_turn"); return; }
    var slot = B.slotOf(board, about.meeting);
    if (slot && B.several(slot)) {
      if (!s.slot || s.slot.id !== slot.id) choose(board, s, String(slot.table), true);
      say(board, s, "warning", "turn_of_several");
      s.turning = true;
      s.does.push({ act: "who" });
      return;
    }
    s.does.push({ act: "send", body: {
      do: "turn", meeting: about.meeting, game: String(about.game), line: String(about.line), seen: String(about.seen),
    } });
  }
  function turnTyped(board, s) { // what is typed, before it is sent
    if (!s.how) return game(board).turn(board, s);
    if (B.several(s.slot)) { var wanted = whoHasIt(board, s); say(board, s, "warning", wanted.code, wanted.values); return true; }
    if (s.winner) setWinner(board, s, B.other(s.slot, s.winner));
    return Boolean(s.winner);
  }

  function amend(board, s, letter) { // X, C or V
    var typed = typedAnything(s);
    if (letter === "x" && !s.slot && !typed) turn(board, s);
    else if (!s.slot) refuse(s, "table", "which_table", board.words.which_table);
    else if (letter === "v") takeOut(board, s);
    else if (letter === "c" && !corrected(s.slot)) noResult(board, s);
    else if (letter === "c" && !s.correcting) correct(board, s, corrected(s.slot));
    else if (letter === "x" && !turnTyped(board, s)) {
      var wanted = typed || s.correcting ? missing(board, s) : null;
      if (wanted) say(board, s, "error", wanted.code, wanted.values);
      else turn(board, s);
    }
  }

  // Keys. Each answers whether the key was taken; what is not taken is typed where the focus is.

  function enter(board, s) {
    var declared = B.declared(s.slot), at = declared.indexOf(s.focus), after = s.how ? "" : game(board).after(board, s, s.focus);
    if (s.focus === "table") {
      choose(board, s, s.table);
      if (B.editing(s) && complete(board, s)) submit(board, s); // the number of the table was typed last
    } else if (after) go(s, after);
    else if (at >= 0 && at < declared.length - 1) go(s, declared[at + 1]);
    else if (s.focus === "winner" && s.slot && !complete(board, s)) go(s, first(board, s));
    else submit(board, s);
  }
  function inSheet(board, s, key, ctrl) { // a sheet of hands has lines of its own
    if (key === "Escape") { go(s, game(board).fields(board, s)[0]); return true; }
    if (key !== "Enter" || !(ctrl || game(board).lineIsEmpty(s.values.hands || "", s.caret))) return false;
    submit(board, s);
    return true;
  }
  function answerWarning(board, s, letter) {
    if (letter === "Tab") return false;
    if (letter === "Escape") leave(board, s);
    else if (letter === "x") turn(board, s);
    else if (letter === "c" && corrected(s.slot)) correct(board, s, corrected(s.slot));
    else if (letter === "v") takeOut(board, s);
    else if (letter === "q") s.does.push({ act: "codes" });
    else warn(board, s); // any other key belongs to a slip that cannot be entered like this
    return true;
  }
  // A slip for a table that is not there is typed on by somebody who looks at the slip: its keys go nowhere, to its end.
  function phantom(board, s) {
    var slot = { id: "", table: s.table.trim(), label: "", game: 0, sides: s.slot ? s.slot.sides : B.sides(null), open: true, said: "", line: 0 };
    var other = Object.assign(blank(), { slot: slot, table: slot.table });
    go(other, game(board).fields(board, other)[0]);
    return other;
  }
  function strays(board, s, key) {
    if (key === "Escape") { leave(board, s); return true; }
    if (key === "Backspace" || key === "Tab") { s.astray = null; return false; }
    var other = stroke(board, s.astray, key);
    s.astray = other.submitted ? null : other;
    return true;
  }
  function amends(board, slot, letter) { // X, C and V are about a result that is in, unless the letter is that of a seat
    var there = slot ? [slot] : board.slots;
    return /^[xcv]$/.test(letter) && !there.some(function (one) { return B.sideAt(one, letter); });
  }
  function opens(board, s, letter) { // a letter that can follow the number of a table, or stand beside it
    var ahead = B.slotAt(board, s.table);
    return /^[abcfnivx/*]$/.test(letter) || game(board).opens.includes(letter) || Boolean(B.sideAt(ahead, letter));
  }
  function act(board, s, key, ctrl) {
    var letter = key.length === 1 ? key.toLowerCase() : key;
    if (s.focus === "hands") { s.astray = null; return inSheet(board, s, key, ctrl); }
    if (s.astray) return strays(board, s, key);
    if (warned(s)) return answerWarning(board, s, letter);
    if (key === "Escape") { leave(board, s); return true; }
    if (key === "Enter") { enter(board, s); return true; }
    if (key === "Backspace") return false;
    if (key === "Tab") {
      if (s.focus !== "table" || !s.table.trim() || s.slot) return false;
      choose(board, s, s.table);
      return true;
    }
    if (!s.slot && s.table.trim() && letter.length === 1 && opens(board, s, letter)) {
      var elsewhere = s.focus;
      choose(board, s, s.table);
      if (!s.slot) {
        if (!amends(board, null, letter)) s.astray = stroke(board, phantom(board, s), key);
        return true;
      }
      if (warned(s) || letter === " ") return true; // X, C or V again once the result is seen; the space bar is as Enter
      if (elsewhere !== "table" && elsewhere !== "winner") go(s, elsewhere);
    }
    return letterOrDigit(board, s, letter);
  }
  function letterOrDigit(board, s, letter) {
    var side = B.editing(s) && B.sideAt(s.slot, letter); // at a table of several C is a seat, at one of six F as well
    if (side) { if (s.how) setWinner(board, s, side); else game(board).letter(board, s, side); return true; }
    if (amends(board, s.slot, letter)) { amend(board, s, letter); return true; }
    if (letter === "q") { s.does.push({ act: "codes" }); return true; }
    if (B.editing(s)) {
      if (!s.how && game(board).key(board, s, letter)) return true;
      if (AWARDS[letter]) { award(board, s, AWARDS[letter]); return true; }
    } else if (AWARDS[letter]) refuse(s, "table", "which_table", board.words.which_table);
    var figure = /^[-\d]$/.test(letter);
    if (figure && (s.focus === "winner" || s.focus === "enter")) go(s, s.table.trim() ? first(board, s) : "table");
    return letter.length === 1 && !figure;
  }
  function value(s, name) { return name === "table" ? s.table : s.values[name] || ""; }
  function write(s, name, text) {
    if (name === "table") s.table = text;
    else s.values[name] = text;
  }
  function changed(board, s, name, text) {
    if (warned(s) && name !== "hands") { warn(board, s); return; } // nothing is typed over a warning
    if (name === "table" && s.slot) forget(board, s);
    s.wrong = "";
    s.astray = null;
    write(s, name, text);
    if (name !== "table") settle(board, s);
    game(board).typed(board, s, name);
  }
  function stroke(board, state, key) { // press(), and what the browser would have typed
    var s = press(board, state, key), old = value(s, s.focus);
    if (s.taken || ["winner", "how", "enter", ""].includes(s.focus)) return s;
    if (key.length > 1 && !(key === "Enter" && s.focus === "hands") && key !== "Backspace") return s;
    var typed = key === "Enter" ? "\n" : key;
    changed(board, s, s.focus, key === "Backspace" ? (s.whole ? "" : old.slice(0, -1)) : (s.whole ? "" : old) + typed);
    if (!warned(s)) s.whole = false;
    return s;
  }

  // What happens

  function press(board, state, key, ctrl) {
    var s = draft(state);
    s.taken = act(board, s, key, ctrl);
    return s;
  }
  function step(change) { // a function that changes a draft, as one that returns a new state
    return function (board, state, a, b) {
      var s = draft(state);
      change(board, s, a, b);
      return s;
    };
  }
  D.entry = {
    blank: blank, press: press, stroke: stroke, warned: warned, go: go, say: say, setWinner: setWinner,
    typed: step(changed), // what stands in a box now
    choose: step(function (board, s, number) { // a tile: another table is another entry
      if (s.slot) clear(board, s);
      choose(board, s, number, true);
    }),
    pick: step(function (board, s, letter) { // who has won, with the mouse: of a table that is in, it corrects
      if (warned(s) && corrected(s.slot)) correct(board, s, corrected(s.slot));
      if (warned(s)) { warn(board, s); return; }
      settle(board, s);
      s.winner = letter;
      game(board).won(board, s);
      prefill(board, s);
    }),
    award: step(function (board, s, how) {
      if (warned(s)) { warn(board, s); return; }
      settle(board, s);
      s.how = "";
      award(board, s, how);
    }),
    submit: step(submit),
    leave: step(function (board, s) { leave(board, s); }),
    tap: step(function (board, s) { if (warned(s) || s.astray) leave(board, s); }), // a finger on the box of the table
    correct: step(function (board, s, number, meeting) {
      var slot = B.slotOf(board, meeting);
      if (slot && (!s.slot || s.slot.id !== meeting)) { clear(board, s); choose(board, s, String(slot.table)); }
      if (s.slot) correct(board, s, number);
    }),
    sheet: step(function (board, s, written) { // a sheet is mended where it is wrong, not typed anew
      s.values.hands = written + "\n";
      go(s, "hands");
    }),
    // What the server has said about what was sent
    answered: step(function (board, s, said) {
      if (said.ok) {
        clear(board, s);
        s.last = said.turnable ? { meeting: said.meeting, game: said.game, line: said.line, seen: said.seen } : null;
        put(s, said.disputed ? "warning" : "ok", said.code, said.say);
        s.told = said.told.map(function (text) { return { code: "told", text: text }; });
      } else if (said.code === "already_entered") choose(board, s, s.table);
      else {
        var field = said.field === "table" ? "table" : game(board).field(board, s, said.field), declared = B.declared(s.slot);
        if (s.how && field !== "table" && !declared.includes(field)) field = declared[0];
        refuse(s, field, said.code, said.say);
      }
    }),
    // What was written elsewhere meanwhile: the board is the new one
    elsewhere: step(function (board, s) {
      var now = s.slot && B.slotOf(board, s.slot.id);
      if (!s.slot) return;
      if (!now) { forget(board, s); say(board, s, "warning", "moved"); return; }
      if (now.line !== s.slot.line && B.editing(s)) s.told = [{ code: "meanwhile", text: board.words.meanwhile + " " + now.said }];
    }),
    // How many of the keys typed after `key`, which led to a warning, still belong to the slip that was refused
    restOf: function (board, state, key, keys) {
      if (!warned(state) && !["no_table", "bye"].includes((state.answer || {}).code)) return 0;
      if (amends(board, state.slot, key.toLowerCase())) return 0; // no slip begins with it
      if (warned(state) && keys.length && /^([cxv]|Escape)$/i.test(keys[0])) return 0;
      var other = state.astray || phantom(board, state), count = 0;
      if (!state.astray && key.length === 1) other = stroke(board, other, key);
      while (count < keys.length && typeof keys[count] === "string" && !other.submitted) other = stroke(board, other, keys[count++]);
      return count;
    },
  };
})();

// The outbox of the desk: the request being sent, and the queue of input typed ahead. Pure, like entry.js. A request is kept
// until the server answers, and is sent again with the same nonce, so that the result is written only once. Keys and clicks
// that come before the answer are queued in order and replayed after it; after a refusal they wait for the user.
//
// Outbox: now (body of the request; null: none), failed (code of the reason why there is no answer; empty: not known yet),
// ahead (the queue: a key, or {pick}, {choose}, {post}), held (the user must react before the queue can go on), reading (not
// all pages of a large hall are loaded yet).
(function () {
  "use strict";
  var D = window.Cheville.desk;

  function empty() { return { now: null, failed: "", ahead: [], held: false, reading: false }; }
  function change(outbox, values) { return { ...outbox, ...values }; }
  function post(outbox, body) { return change(outbox, { now: body, failed: "", held: false }); }
  function markFailed(outbox, code) { return change(outbox, { failed: code }); }
  function isBusy(outbox) { return Boolean(outbox.now || outbox.held || outbox.reading); }
  function setReading(outbox, on) { return change(outbox, { reading: on }); }

  // Input while the desk is busy. Returns [outbox, what to do now: "", "again", "give_up", "leave" or "mend"].
  function queueInput(outbox, input) {
    if (outbox.held) {
      if (input === "Escape") return [change(outbox, { held: false }), "leave"];
      if (input === "Backspace") return [change(outbox, { held: false }), "mend"];
    } else if (outbox.failed && !outbox.ahead.length) {
      if (input === "Escape") return [setReading(empty(), outbox.reading), "give_up"];
      if (input === "Enter") return [outbox, "again"];
    }
    return [change(outbox, { ahead: outbox.ahead.concat([input]) }), outbox.failed && input === "Enter" ? "again" : ""];
  }
  // The kind of a response: "said": the answer about the result; "disk": the server’s disk is full, with a sentence;
  // "again": no usable answer, send again; "signed_out": a page, since the session has ended.
  function responseKind(status, type) {
    var json = type.startsWith("application/json");
    if (status === 507 && json) return "disk";
    if (status >= 500) return "again";
    return json ? "said" : "signed_out";
  }
  function markAnswered(outbox, ok) {
    return change(outbox, { now: null, failed: "", held: !ok && outbox.ahead.length > 0 });
  }
  // Replays the queue up to the next action. Returns [state, outbox].
  function replay(board, s, outbox) {
    var moved = false; // the focus must follow even if the last replayed key did not move it
    s = { ...s, actions: [] };
    while (outbox.ahead.length && !isBusy(outbox) && !s.actions.length) {
      var input = outbox.ahead[0];
      outbox = change(outbox, { ahead: outbox.ahead.slice(1) });
      var previous = s;
      s = applyInput(board, s, input);
      moved = moved || s.moved;
      if (needsAttention(previous, s)) outbox = holdQueue(board, s, outbox, input);
    }
    return [{ ...s, moved }, outbox];
  }
  function applyInput(board, s, input) {
    if (typeof input === "string") return D.entry.typeKey(board, s, input);
    if (input.pick) return D.entry.pickWinner(board, s, input.pick);
    if (input.choose) return D.entry.chooseTable(board, s, input.choose);
    return { ...s, actions: [{ act: "post", body: input.post }] };
  }
  function needsAttention(previous, s) { // a new warning or error that the user must see before the queue goes on
    if (s.turning) return true;
    if (D.entry.hasWarning(s)) return !D.entry.hasWarning(previous);
    return Boolean(s.message && s.message.kind === "error" && s.message !== previous.message);
  }
  function holdQueue(board, s, outbox, input) {
    var skipped = typeof input === "string" ? D.entry.countSlipKeys(board, s, input, outbox.ahead) : 0,
      ahead = outbox.ahead.slice(skipped);
    var isAnswer = /^([cxv]|Escape)$/i.test(ahead[0]) && D.entry.hasWarning(s) && !s.turning;
    return change(outbox, { ahead, held: ahead.length > 0 && !isAnswer });
  }
  // The queue as it is shown to the user; null: nothing to show
  function queueView(outbox) {
    if (!outbox.ahead.length || outbox.reading || (outbox.now && !outbox.failed)) return null;
    return {
      code: outbox.held ? "held" : outbox.now ? "typed_since" : "goes_on",
      keys: outbox.ahead.map((input) => typeof input === "string" ? input : input.pick || input.choose || "…"),
    };
  }
  // The outbox as text, to survive a reload of the page
  function pack(outbox) { return outbox.now || outbox.ahead.length ? JSON.stringify({ now: outbox.now, ahead: outbox.ahead }) : ""; }
  function unpack(text) {
    if (!text) return empty();
    if (text[0] !== "{") return post(empty(), text); // format of earlier versions
    var saved = JSON.parse(text);
    return change(post(empty(), saved.now), { ahead: saved.ahead, held: !saved.now && saved.ahead.length > 0 });
  }

  D.sending = {
    empty, post, markFailed, isBusy, responseKind, queueInput,
    markAnswered, replay, queueView, pack, unpack, setReading,
  };
})();

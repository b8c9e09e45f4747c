// What is on its way to the server, and what was typed since. Pure, as entry.js. A result is kept until the server has
// answered and goes again with the same number of its own (nonce), so it is written once. Keys, clicks and choices that come
// meanwhile are kept in their order and played when the answer is in; where it is a refusal they wait for the person.
//
// A mail: now (what is sent, as text; null: nothing), failed (why there is no answer: a code; empty: not yet known), ahead (what
// came since: a key, or {pick}, {choose}, {post}), held (an answer asks for somebody before the rest can go on), reading (the
// tables of a large hall are not all there yet).
(function () {
  "use strict";
  var D = window.Cheville.desk;

  function empty() { return { now: null, failed: "", ahead: [], held: false, reading: false }; }
  function change(mail, values) { return Object.assign({}, mail, values); }
  function post(mail, body) { return change(mail, { now: body, failed: "", held: false }); }
  function lost(mail, code) { return change(mail, { failed: code }); }
  function busy(mail) { return Boolean(mail.now || mail.held || mail.reading); }
  function reading(mail, on) { return change(mail, { reading: on }); }

  // Something comes while the desk is busy: [the mail, what is to be done now: "", "again", "give_up", "leave" or "mend"]
  function meanwhile(mail, what) {
    if (mail.held) {
      if (what === "Escape") return [change(mail, { held: false }), "leave"];
      if (what === "Backspace") return [change(mail, { held: false }), "mend"];
    } else if (mail.failed && !mail.ahead.length) {
      if (what === "Escape") return [reading(empty(), mail.reading), "give_up"];
      if (what === "Enter") return [mail, "again"];
    }
    return [change(mail, { ahead: mail.ahead.concat([what]) }), mail.failed && what === "Enter" ? "again" : ""];
  }
  // What an answer is, by its status and type: what the server said of the result; why its disk took nothing, in words; nothing
  // that can be read now, so that it is sent again; a page, as who was signed in is so no longer
  function kind(status, type) {
    var json = type.startsWith("application/json");
    if (status === 507 && json) return "disk";
    if (status >= 500) return "again";
    return json ? "said" : "signed_out";
  }
  function answered(mail, ok) {
    return change(mail, { now: null, failed: "", held: !ok && mail.ahead.length > 0 });
  }
  // Play what came meanwhile, to the next thing that has to be done: [the state, the mail]
  function play(board, s, mail) {
    var moved = false; // the focus follows even where the last key played moved nothing
    s = Object.assign({}, s, { does: [] });
    while (mail.ahead.length && !busy(mail) && !s.does.length) {
      var what = mail.ahead[0];
      mail = change(mail, { ahead: mail.ahead.slice(1) });
      var before = s;
      s = one(board, s, what);
      moved = moved || s.moved;
      if (stopped(before, s)) mail = hold(board, s, mail, what);
    }
    return [Object.assign({}, s, { moved: moved }), mail];
  }
  function one(board, s, what) {
    if (typeof what === "string") return D.entry.stroke(board, s, what);
    if (what.pick) return D.entry.pick(board, s, what.pick);
    if (what.choose) return D.entry.choose(board, s, what.choose);
    return Object.assign({}, s, { does: [{ act: "post", body: what.post }] });
  }
  function stopped(before, s) { // something asks for somebody who looks
    if (s.turning) return true;
    if (D.entry.warned(s)) return !D.entry.warned(before);
    return Boolean(s.answer && s.answer.kind === "error" && s.answer !== before.answer);
  }
  function hold(board, s, mail, what) {
    var skipped = typeof what === "string" ? D.entry.restOf(board, s, what, mail.ahead) : 0, ahead = mail.ahead.slice(skipped);
    var answers = /^([cxv]|Escape)$/i.test(ahead[0]) && D.entry.warned(s) && !s.turning;
    return change(mail, { ahead: ahead, held: ahead.length > 0 && !answers });
  }
  // The keys of what waits, to be shown; null: nothing that anybody needs to be told
  function shown(mail) {
    if (!mail.ahead.length || mail.reading || (mail.now && !mail.failed)) return null;
    return { code: mail.held ? "held" : mail.now ? "typed_since" : "goes_on", keys: mail.ahead.map(function (what) {
      return typeof what === "string" ? what : what.pick || what.choose || "…";
    }) };
  }
  // Over a reload of the page
  function packed(mail) { return mail.now || mail.ahead.length ? JSON.stringify({ now: mail.now, ahead: mail.ahead }) : ""; }
  function unpacked(text) {
    if (!text) return empty();
    if (text[0] !== "{") return post(empty(), text); // as earlier pages kept it
    var kept = JSON.parse(text);
    return change(post(empty(), kept.now), { ahead: kept.ahead, held: !kept.now && kept.ahead.length > 0 });
  }

  D.sending = {
    empty: empty, post: post, lost: lost, busy: busy, kind: kind, meanwhile: meanwhile, answered: answered, play: play, shown: shown, packed: packed,
    unpacked: unpacked, reading: reading,
  };
})();

// Who this tablet is, on which day, and every result that it has taken: kept first, sent afterwards (docs/protocol.md).
// A `member` is this tablet in one tournament: {uid, name, date, table, token, device, secret, epoch, addresses, told, heard}:
// `told` is the last answer of `here`, `heard` whether it came with this token and in this epoch.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  var day = C.day = {
    member: null,   // of the tournament that is being played
    waiting: null,  // joined, but another tournament is still on this tablet
    online: null,   // whether somebody answered last time; null: nobody has been asked yet
    fresh: false,   // whether what is told is newer than everything that was sent
    problem: "",    // why joining did not work, in a sentence
    shut: "",       // why this tablet's token is no longer taken
    why: "",        // who answers while nobody does that knows this day: "unknown" to a laptop, or one that was "replaced"
  };

  function members() { return C.store.thing("members") || {}; }
  function keepMember(member) {
    var all = members();
    all[member.uid] = member;
    return C.store.keep("members", all);
  }

  day.results = function (uid) {
    return C.results.of(C.store.results(), uid || (day.member && day.member.uid));
  };
  day.unsent = function (uid) { return C.results.unsent(day.results(uid)); };
  day.unsentAnywhere = function () { return C.results.unsent(C.store.results()).length; };
  // A result as it has become. Who looks at it still holds the one that is kept: that one changes.
  function keepChanged(result) {
    var kept = C.store.results().filter(function (one) { return one.body.nonce === result.body.nonce; })[0];
    return C.store.keepResult(Object.assign(kept, result));
  }
  // A member as it has become. Whoever waits for an answer holds it, to see later whether its token is still the same.
  function becomes(member, next) { return keepMember(Object.assign(member, next)); }
  day.others = function () {
    var all = members();
    return Object.keys(all).filter(function (uid) { return !day.member || uid !== day.member.uid; }).map(function (uid) {
      return all[uid];
    });
  };

  // Who this tablet was when it was last open.
  day.remember = function () {
    var current = C.store.thing("current");
    day.member = (current && members()[current]) || null;
    day.waiting = null;
    day.fresh = false;
    day.shut = day.problem = "";
    if (C.store.thing("device")) return Promise.resolve(true);
    return C.store.keep("device", C.uuid());
  };
  day.become = function (member) {
    day.member = member;
    day.waiting = null;
    day.fresh = false;
    day.shut = day.problem = "";
    return C.store.keep("current", member.uid);
  };

  // An invitation becomes a token. Answers true where somebody answered.
  day.join = function (invitation) {
    var asked = { invitation: invitation, device: C.store.thing("device"), language: C.language };
    return C.ask("join", asked, addressesOf(day.member), sensible("tournament")).then(function (answer) {
      day.online = Boolean(answer);
      if (!answer) return false;
      day.problem = answer.status === 200 ? "" : answer.told.sentence;
      if (answer.status !== 200) return true;
      return joined(invitation, answer.told).then(function () { return true; });
    });
  };
  function joined(invitation, told) {
    var known = members()[told.tournament.uid], member = Object.assign(known || {}, C.answers.joined(known, invitation, told));
    return meet(member, told.tournament.epoch).then(function () {
      if (day.member && day.member.uid !== member.uid) { day.waiting = member; return null; }
      return day.become(member);
    });
  }

  // What an answer is to this tablet (C.ask): a laptop that was replaced by another counts no more, whatever it says.
  function sensible(part, member) {
    day.why = "";
    return function (answer) {
      var found = C.answers.weigh(answer, part, member || null, members());
      day.why = found.takes === null ? day.why || found.why : found.why || day.why;
      return found.takes;
    };
  }
  function addressesOf(member) { return C.answers.addresses(C.store.thing("typed"), member); }
  // The laptop was replaced by one that may lack what the old one had: everything of the day goes out again.
  function meet(member, epoch) {
    if (epoch <= member.epoch) return keepMember(member);
    Object.assign(member, C.answers.inEpoch(member, epoch));
    return Promise.all(C.results.again(day.results(member.uid)).map(keepChanged)).then(function () { return keepMember(member); });
  }

  // A result is on this tablet before anybody hears of it. Answers false where it could not be kept.
  day.keep = function (body, shown) {
    var result = { day: day.member.uid, order: C.store.next(), state: "kept", line: null, sentence: "", body: body, shown: shown };
    return C.store.keepResult(result);
  };

  // What is not received yet goes out, `all` of it or only what nobody has answered so far and no laptop has stumbled over.
  day.send = function (member, all) {
    var due = C.results.due(day.results(member.uid), all);
    return due.length ? sendThese(member, due) : Promise.resolve(null);
  };
  function sendThese(member, due) {
    var asked = {
      token: member.token, epoch: member.epoch, language: C.language,
      results: due.map(function (result) { return result.body; }),
    };
    return C.ask("submit", asked, addressesOf(member), sensible("answers", member)).then(function (answer) {
      var what = C.answers.toResults(answer, asked, member);
      if (what === "nobody") return false;
      if (what === "shut_out") return shutOut(member, asked, answer.told);
      if (what === "one_by_one") return oneByOne(member, due, answer);
      return what === "pass" ? true : answered(member, answer.told).then(function () { return true; });
    });
  }
  // One result that cannot be read, or that a laptop stumbles over, must not hold up the others; it stays here, to be shown to the desk.
  function oneByOne(member, due, answer) {
    if (due.length > 1) {
      return due.reduce(function (before, result) {
        return before.then(function (heard) { return heard && sendThese(member, [result]); });
      }, Promise.resolve(true));
    }
    return keepChanged(C.results.unread(due[0], answer)).then(function () { return true; });
  }
  // Of another epoch nothing counts but that there is one; what is final stays what it was first.
  function answered(member, told) {
    if (told.epoch !== member.epoch) return meet(member, told.epoch);
    if (member === day.member) day.fresh = false;
    return Promise.all(C.results.answered(day.results(member.uid), told.answers).map(keepChanged));
  }

  // The token is not taken: the invitation may still be good, on a laptop that never met this tablet.
  function shutOut(member, asked, told) {
    if (asked.token !== member.token || member !== day.member) return Promise.resolve(true);
    if (told.error === "unknown_token") return letIn(member);
    day.shut = told.sentence;
    return knock();
  }
  // Whoever scans a sheet with a tablet that was shut out asks to come in: once, when the page is opened.
  function knock() {
    var invited = C.data.invitation;
    if (day.asked || !invited || !invited.known || invited.tournament.uid !== day.member.uid) return Promise.resolve(true);
    day.asked = true;
    return day.join(invited.secret).then(function () {
      if (day.problem && day.shut) day.shut = day.problem;
      return true;
    });
  }
  // Answers false where none of the laptops knows this day: perhaps none does yet.
  function letIn(member) {
    var asked = { invitation: member.secret, device: C.store.thing("device"), language: C.language };
    return C.ask("join", asked, addressesOf(member), sensible("tournament", member)).then(function (answer) {
      if (!answer || answer.status !== 200 || answer.told.tournament.uid !== member.uid) return false;
      day.why = "";
      return joined(member.secret, answer.told).then(function () { return true; });
    });
  }

  // What should be at this table now. Answers whether somebody answered.
  day.here = function () {
    var member = day.member;
    var asked = {
      token: member.token, seen: C.answers.seen(member, Boolean(member.told) && C.clockIsOld(member.told)), epoch: member.epoch,
      queued: day.unsent(member.uid).length, visible: document.visibilityState !== "hidden", language: C.language,
    };
    return C.ask("here", asked, addressesOf(member), sensible("version", member)).then(function (answer) {
      var what = C.answers.toHere(answer, asked, member);
      if (what === "nobody") return false;
      if (what === "shut_out") return shutOut(member, asked, answer.told);
      if (what === "pass") return true;
      day.shut = "";
      day.asked = true; // who is let in, and shut out later, has scanned nothing
      if (what === "overtaken") return true;
      day.fresh = true;
      return what === "same" ? true : told(member, answer.told).then(function () { return true; });
    });
  };
  function told(member, news) {
    C.clockTold(news.round);
    var ends = { noticeEnds: news.notice ? Date.now() + 1000 * news.notice.left : 0 };
    return meet(member, news.epoch).then(function () { return becomes(member, Object.assign(C.answers.heard(member, news), ends)); });
  }

  // As a code to carry; without the time, which is a remark and would make the picture finer than it need be.
  day.sealed = function (result) {
    var body = Object.assign({}, result.body), member = day.memberOf(result);
    delete body.seen_at;
    return C.offlineCode(member.device, member.token, body);
  };
  day.memberOf = function (result) { return members()[result.day]; };
})();

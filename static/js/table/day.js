// Who this tablet is, on which day, and every result that it has taken: kept first, sent afterwards (docs/protocol.md).
// A `member` is this tablet in one tournament: {uid, name, date, table, token, device, secret, epoch, addresses, told, heard}:
// `told` is the last answer of `here`, `heard` whether it came with this token and in this epoch.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MOST = 50; // results in one request
  var FINAL = ["accepted", "same", "conflict", "refused"];

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
    return C.store.results().filter(function (result) { return result.day === (uid || (day.member && day.member.uid)); });
  };
  day.unsent = function (uid) {
    return day.results(uid).filter(function (result) { return FINAL.indexOf(result.state) < 0; });
  };
  day.unsentAnywhere = function () {
    return C.store.results().filter(function (result) { return FINAL.indexOf(result.state) < 0; }).length;
  };
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
    var known = members()[told.tournament.uid] || { addresses: [], epoch: 0, told: null };
    var member = Object.assign(known, {
      uid: told.tournament.uid, name: told.tournament.name, date: told.tournament.date, language: told.tournament.language,
      token: told.token, device: told.device, secret: invitation, heard: false,
      table: told.table, told: known.table === told.table ? known.told : null,
    });
    return meet(member, told.tournament.epoch).then(function () {
      if (day.member && day.member.uid !== member.uid) { day.waiting = member; return null; }
      return day.become(member);
    });
  }

  // What an answer is to this tablet (C.ask): a laptop that was replaced by another counts no more, whatever it says.
  function sensible(part, member) {
    day.why = "";
    return function (answer) {
      var told = answer.told;
      if (member && (answer.status === 401 || answer.status === 404)) { day.why = day.why || "unknown"; return null; }
      if (answer.status !== 200 || told.same) return true;
      if (told[part] === undefined) return false; // somebody else's server
      var met = members()[told.tournament ? told.tournament.uid : member.uid];
      if (!met || (part === "tournament" ? told.tournament : told).epoch >= met.epoch) return true;
      day.why = "replaced";
      return false;
    };
  }
  // What was typed by hand comes first: somebody has read it from the laptop's screen.
  function addressesOf(member) {
    return [C.store.thing("typed")].concat((member && member.addresses) || []).filter(Boolean);
  }
  // The laptop was replaced by one that may lack what the old one had: everything of the day goes out again.
  function meet(member, epoch) {
    if (epoch <= member.epoch) return keepMember(member);
    member.epoch = epoch;
    member.heard = false;
    return Promise.all(day.results(member.uid).map(function (result) {
      result.state = "kept";
      result.stumbled = false;
      return C.store.keepResult(result);
    })).then(function () { return keepMember(member); });
  }

  // A result is on this tablet before anybody hears of it. Answers false where it could not be kept.
  day.keep = function (body, shown) {
    var result = { day: day.member.uid, order: C.store.next(), state: "kept", line: null, sentence: "", body: body, shown: shown };
    return C.store.keepResult(result);
  };

  // What is not received yet goes out, `all` of it or only what nobody has answered so far and no laptop has stumbled over.
  day.send = function (member, all) {
    var due = day.unsent(member.uid).filter(function (result) { return all || (result.state === "kept" && !result.stumbled); }).slice(0, MOST);
    return due.length ? sendThese(member, due) : Promise.resolve(null);
  };
  function sendThese(member, due) {
    var asked = {
      token: member.token, epoch: member.epoch, language: C.language,
      results: due.map(function (result) { return result.body; }),
    };
    return C.ask("submit", asked, addressesOf(member), sensible("answers", member)).then(function (answer) {
      if (!answer) return false;
      if (answer.status === 401) return shutOut(member, asked, answer.told);
      if (answer.status === 400 || answer.status === 413 || answer.status >= 500) return oneByOne(member, due, answer);
      if (answer.status !== 200 || asked.token !== member.token) return true; // or an answer to a token that has ended since
      return answered(member, answer.told).then(function () { return true; });
    });
  }
  // One result that cannot be read, or that a laptop stumbles over, must not hold up the others; it stays here, to be shown to the desk.
  function oneByOne(member, due, answer) {
    if (due.length > 1) {
      return due.reduce(function (before, result) {
        return before.then(function (heard) { return heard && sendThese(member, [result]); });
      }, Promise.resolve(true));
    }
    if (answer.status >= 500) due[0].stumbled = true;
    else {
      due[0].state = "later";
      due[0].sentence = answer.told.sentence;
    }
    return C.store.keepResult(due[0]).then(function () { return true; });
  }
  function isFinal(state) { return FINAL.indexOf(state) >= 0; }
  // Of another epoch nothing counts but that there is one; what is final stays what it was first.
  function answered(member, told) {
    if (told.epoch !== member.epoch) return meet(member, told.epoch);
    if (member === day.member) day.fresh = false;
    var mine = day.results(member.uid);
    return Promise.all(told.answers.map(function (answer) {
      var result = mine.filter(function (one) { return one.body.nonce === answer.nonce; })[0];
      if (!result || answer.answer === "other_epoch" || isFinal(result.state)) return null;
      result.state = answer.answer;
      result.line = answer.line;
      result.sentence = answer.sentence;
      return C.store.keepResult(result);
    }));
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
      token: member.token, seen: member.heard && !C.clockIsOld(member.told) ? member.told.version : 0, epoch: member.epoch,
      queued: day.unsent(member.uid).length, visible: document.visibilityState !== "hidden", language: C.language,
    };
    return C.ask("here", asked, addressesOf(member), sensible("version", member)).then(function (answer) {
      if (!answer) return false;
      if (answer.status === 401) return shutOut(member, asked, answer.told);
      if (answer.status !== 200 || asked.token !== member.token) return true;
      day.shut = "";
      day.asked = true; // who is let in, and shut out later, has scanned nothing
      if (!answer.told.same && overtaken(member, answer.told)) return true;
      day.fresh = true;
      return answer.told.same ? true : told(member, answer.told).then(function () { return true; });
    });
  };
  function overtaken(member, news) {
    return news.epoch < member.epoch || (news.epoch === member.epoch && member.heard && news.version < member.told.version);
  }
  function told(member, news) {
    C.clockTold(news.round);
    member.table = news.table;
    member.label = news.label;
    member.addresses = news.addresses.concat(member.addresses).filter(function (base, at, all) {
      return all.indexOf(base) === at;
    }).slice(0, 8);
    return meet(member, news.epoch).then(function () {
      member.told = news;
      member.heard = true;
      return keepMember(member);
    });
  }

  // As a code to carry; without the time, which is a remark and would make the picture finer than it need be.
  day.sealed = function (result) {
    var body = Object.assign({}, result.body), member = day.memberOf(result);
    delete body.seen_at;
    return C.carried(member.device, member.token, body);
  };
  day.memberOf = function (result) { return members()[result.day]; };
})();

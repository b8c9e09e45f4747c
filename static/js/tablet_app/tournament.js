// This tablet in its tournament: joining, the state from the desk, and the results entered here. Each result is stored before it is
// sent (docs/protocol.md).
// A `member` is this tablet in one tournament: {uid, name, date, table, token, device, secret, epoch, addresses, told, toldIn, heard}:
// `told` is the last response to `here`, `toldIn` its language, `heard` whether it belongs to the current token and epoch.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  var tournament = C.tournament = {
    member: null,   // of the tournament that is being played
    waiting: null,  // member of a tournament that was joined while this tablet is still in another one
    online: null,   // whether the last request was answered; null before the first request
    fresh: false,   // whether the state is newer than everything that was sent
    problem: "",    // the sentence that says why joining failed
    shut: "",       // the sentence that says why the token is no longer valid
    why: "",        // why servers answer but do not count: "unknown": they do not know this tablet; "replaced": an old laptop
  };

  function members() { return C.store.get("members") || {}; }
  function saveMember(member) {
    var all = members();
    all[member.uid] = member;
    return C.store.save("members", all);
  }

  tournament.results = (uid) => C.results.ofTournament(C.store.results(), uid || (tournament.member && tournament.member.uid));
  tournament.unsent = (uid) => C.results.unsent(tournament.results(uid));
  tournament.unsentAnywhere = () => C.results.unsent(C.store.results()).length;
  // Saves a changed result. The stored object itself is changed, since screens hold references to it.
  function updateResult(result) {
    var stored = C.store.results().filter((other) => other.body.nonce === result.body.nonce)[0];
    return C.store.saveResult(Object.assign(stored, result));
  }
  // Saves a changed member. The object itself is changed: pending requests hold it, to see later whether its token has changed.
  function updateMember(member, changes) { return saveMember(Object.assign(member, changes)); }
  tournament.otherMembers = () => {
    var all = members();
    return Object.keys(all).filter((uid) => !tournament.member || uid !== tournament.member.uid).map((uid) => all[uid]);
  };

  // Restores the member of the last time the page was open.
  tournament.restore = () => {
    var uid = C.store.get("current");
    tournament.member = (uid && members()[uid]) || null;
    tournament.waiting = null;
    tournament.fresh = false;
    tournament.shut = tournament.problem = "";
    if (C.store.get("device")) return Promise.resolve(true);
    return C.store.save("device", C.uuid());
  };
  tournament.switchTo = (member) => {
    tournament.member = member;
    tournament.waiting = null;
    tournament.fresh = false;
    tournament.shut = tournament.problem = "";
    C.applySettings(); // the language of the tournament
    return C.store.save("current", member.uid);
  };

  // Exchanges an invitation for a token. Resolves to whether a server answered.
  tournament.join = (invitation) => {
    var request = { invitation, device: C.store.get("device"), language: C.language };
    return C.request("join", request, addressesOf(tournament.member), responseFilter("tournament")).then((response) => {
      tournament.online = Boolean(response);
      if (!response) return false;
      tournament.problem = response.status === 200 ? "" : response.data.sentence;
      if (response.status !== 200) return true;
      return completeJoin(invitation, response.data).then(() => true);
    });
  };
  function completeJoin(invitation, data) {
    var known = members()[data.tournament.uid], member = Object.assign(known || {}, C.answers.joinedMember(known, invitation, data));
    return enterEpoch(member, data.tournament.epoch).then(() => {
      if (tournament.member && tournament.member.uid !== member.uid) { tournament.waiting = member; return null; }
      return tournament.switchTo(member);
    });
  }

  // The filter of responses for C.request: a laptop that was replaced by another one does not count, whatever it answers.
  function responseFilter(part, member) {
    var isShown = !member || member === tournament.member;
    if (isShown) tournament.why = "";
    return (response) => {
      var verdict = C.answers.weigh(response, part, member || null, members());
      if (isShown) tournament.why = verdict.takes === null ? tournament.why || verdict.why : verdict.why || tournament.why;
      return verdict.takes;
    };
  }
  function addressesOf(member) { return C.answers.addresses(C.store.get("typed"), member); }
  // A higher epoch means another laptop, which may lack results of the old one: all results are sent again.
  function enterEpoch(member, epoch) {
    if (epoch <= member.epoch) return saveMember(member);
    Object.assign(member, C.answers.memberInEpoch(member, epoch));
    return Promise.all(C.results.requeue(tournament.results(member.uid)).map(updateResult)).then(() => saveMember(member));
  }

  // Stores a new result before it is sent. Resolves to false if it cannot be stored.
  tournament.saveResult = (body, shown) => {
    var result = { day: tournament.member.uid, order: C.store.nextNumber(), state: "kept", line: null, sentence: "", body, shown };
    return C.store.saveResult(result);
  };

  // Sends the unsent results: `all` of them, or only those without any answer or server error so far.
  tournament.sendResults = (member, all) => {
    var due = C.results.due(tournament.results(member.uid), all);
    return due.length ? sendBatch(member, due) : Promise.resolve(null);
  };
  function sendBatch(member, due) {
    var request = {
      token: member.token, epoch: member.epoch, language: C.language,
      results: due.map((result) => result.body),
    };
    return C.request("submit", request, addressesOf(member), responseFilter("answers", member)).then((response) => {
      var action = C.answers.submitOutcome(response, request, member);
      if (action === "nobody") return false;
      if (action === "shut_out") return handleRejection(member, request, response.data);
      if (action === "one_by_one") return sendOneByOne(member, due, response);
      return action === "pass" ? true : applyAnswers(member, response.data).then(() => true);
    });
  }
  // A result that is unreadable or causes a server error must not hold up the others. It stays on the tablet, to be shown to the desk.
  function sendOneByOne(member, due, response) {
    if (due.length > 1) {
      return due.reduce((previous, result) => previous.then((answered) => answered && sendBatch(member, [result])), Promise.resolve(true));
    }
    return updateResult(C.results.applyFailure(due[0], response)).then(() => true);
  }
  // Answers of another epoch only change the epoch. A final state is never changed by a later answer.
  function applyAnswers(member, data) {
    if (data.epoch !== member.epoch) return enterEpoch(member, data.epoch);
    if (member === tournament.member) tournament.fresh = false;
    return Promise.all(C.results.applyAnswers(tournament.results(member.uid), data.answers).map(updateResult));
  }

  // The token is not valid. The invitation may still be, on a laptop that does not know this tablet yet.
  function handleRejection(member, request, data) {
    if (request.token !== member.token || member !== tournament.member) return Promise.resolve(true);
    if (data.error === "unknown_token") return rejoin(member);
    tournament.shut = data.sentence;
    return requestAccess();
  }
  // The tablet was removed from the table, but its sheet was scanned again: joins once more, only once per page load.
  function requestAccess() {
    var invited = C.data.invitation;
    if (tournament.rejoinTried || !invited || !invited.known || invited.tournament.uid !== tournament.member.uid) return Promise.resolve(true);
    tournament.rejoinTried = true;
    return tournament.join(invited.secret).then(() => {
      if (tournament.problem && tournament.shut) tournament.shut = tournament.problem;
      return true;
    });
  }
  // Joins again with the same invitation. Resolves to false if no server knows this tournament; one may know it later.
  function rejoin(member) {
    var request = { invitation: member.secret, device: C.store.get("device"), language: C.language };
    return C.request("join", request, addressesOf(member), responseFilter("tournament", member)).then((response) => {
      if (!response || response.status !== 200 || response.data.tournament.uid !== member.uid) return false;
      tournament.why = "";
      return completeJoin(member.secret, response.data).then(() => true);
    });
  }

  // Fetches the state of this table. Resolves to whether a server answered.
  tournament.fetchState = () => {
    var member = tournament.member;
    var request = {
      token: member.token, seen: C.answers.seenVersion(member, isOutdated(member)), epoch: member.epoch,
      queued: tournament.unsent(member.uid).length, visible: document.visibilityState !== "hidden", language: C.language,
    };
    return C.request("here", request, addressesOf(member), responseFilter("version", member)).then((response) => {
      var action = C.answers.hereOutcome(response, request, member);
      if (action === "nobody") return false;
      if (action === "shut_out") return handleRejection(member, request, response.data);
      if (action === "pass") return true;
      tournament.shut = "";
      tournament.rejoinTried = true; // the token is valid: if it is rejected later, no new scan is the reason to join again
      if (action === "overtaken") return true;
      tournament.fresh = true;
      return action === "same" ? true : saveState(member, response.data, request.language).then(() => true);
    });
  };
  // Whether the last state has to be fetched again although the desk may have no newer one.
  function isOutdated(member) { return Boolean(member.told) && (C.isClockStale(member.told) || member.toldIn !== C.language); }
  function saveState(member, state, language) {
    C.setClock(state.round);
    var more = { toldIn: language, noticeEnds: state.notice ? Date.now() + 1000 * state.notice.left : 0 };
    return enterEpoch(member, state.epoch).then(() => updateMember(member, Object.assign(C.answers.updatedMember(member, state), more)));
  }

  // The offline code of a result; without the time, which is optional and would make the QR code denser.
  tournament.offlineCode = (result) => {
    var body = { ...result.body }, member = tournament.memberOf(result);
    delete body.seen_at;
    return C.offlineCode(member.device, member.token, body);
  };
  tournament.memberOf = (result) => members()[result.day];
})();

// Judges the answers of a laptop {status, data}, or null, and updates a member (tournament.js) with them. Late answers, answers of
// another laptop and answers to an old token must not overwrite newer data.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MAX_ADDRESSES = 8;

  function unique(list) { return list.filter((item, i) => list.indexOf(item) === i); }

  C.answers = {
    // {takes, why}: whether the answer counts for `member` (null while joining). false: treat it as no answer; null: another laptop
    // may know better. why: this one does not know the tournament ("unknown"), or was "replaced" by one of a higher epoch. `part` is a key
    // of every such answer; `members` are by tournament.
    weigh: (answer, part, member, members) => {
      var data = answer.data, known, epoch;
      if (member && (answer.status === 401 || answer.status === 404)) return { takes: null, why: "unknown" };
      if (answer.status !== 200 || data.same) return { takes: true, why: "" };
      if (data[part] === undefined) return { takes: false, why: "" }; // the server of another program
      known = members[data.tournament ? data.tournament.uid : member.uid];
      epoch = (part === "tournament" ? data.tournament : data).epoch;
      return !known || epoch >= known.epoch ? { takes: true, why: "" } : { takes: false, why: "replaced" };
    },
    // What to do with the answer to `submit`: "nobody" answered, "shut_out", "one_by_one", "pass" (ignore it) or "take".
    submitOutcome: (answer, request, member) => {
      if (!answer) return "nobody";
      if (answer.status === 401) return "shut_out";
      if (answer.status === 400 || answer.status === 413 || answer.status >= 500) return "one_by_one";
      return answer.status !== 200 || request.token !== member.token ? "pass" : "take";
    },
    // The same for `here`: "nobody", "shut_out", "pass", "same" as before, "overtaken" by a newer answer, or "take".
    hereOutcome: (answer, request, member) => {
      var news = answer && answer.data;
      if (!answer) return "nobody";
      if (answer.status === 401) return "shut_out";
      if (answer.status !== 200 || request.token !== member.token) return "pass";
      if (news.same) return "same";
      if (news.epoch < member.epoch) return "overtaken";
      return news.epoch === member.epoch && member.heard && news.version < member.told.version ? "overtaken" : "take";
    },
    // The version to send as `seen`; 0 after a new token, in a new epoch and after the tablet slept.
    seenVersion: (member, clockIsOld) => member.heard && !clockIsOld ? member.told.version : 0,

    // A typed address comes first: it was read from the laptop's screen.
    addresses: (typed, member) => [typed].concat((member && member.addresses) || []).filter(Boolean),
    // The order of the addresses to ask: the last one that answered, the page's own, then all other known ones.
    askOrder: (best, origin, addresses) => unique([best, origin].concat(addresses || [])),

    // The member after joining; `known` is the member of the same tournament before, if any.
    joinedMember: (known, invitation, data) => {
      var base = known || { addresses: [], epoch: 0, told: null }, tournament = data.tournament;
      return { ...base,
        uid: tournament.uid, name: tournament.name, date: tournament.date, language: tournament.language,
        token: data.token, device: data.device, secret: invitation, heard: false,
        table: data.table, told: base.table === data.table ? base.told : null,
      };
    },
    // The member in a higher epoch. The last answer of the old epoch no longer counts.
    memberInEpoch: (member, epoch) => epoch > member.epoch ? { ...member, epoch, heard: false } : member,
    // The member after a new answer of `here`.
    updatedMember: (member, news) => {
      return { ...member,
        table: news.table, label: news.label, told: news, heard: true,
        addresses: unique(news.addresses.concat(member.addresses)).slice(0, MAX_ADDRESSES),
      };
    },
  };
})();

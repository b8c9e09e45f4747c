// What an answer of a laptop is to this tablet, and what it makes of a member (day.js): an answer that comes late, of another
// laptop, or of a token that has ended since, must not undo what is known. An answer is {status, told}, or null.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MOST_ADDRESSES = 8;

  function unique(list) { return list.filter(function (one, at) { return list.indexOf(one) === at; }); }

  C.answers = {
    // {takes, why}: whether this laptop counts for `member` (null while joining). false: as good as none; null: another may know
    // better. `why` it does not: it does not know the day ("unknown"), or it was "replaced" by one of a higher epoch.
    // `part` is what an answer of this kind always has; `met` are the members by their tournament.
    weigh: function (answer, part, member, met) {
      var told = answer.told, known, epoch;
      if (member && (answer.status === 401 || answer.status === 404)) return { takes: null, why: "unknown" };
      if (answer.status !== 200 || told.same) return { takes: true, why: "" };
      if (told[part] === undefined) return { takes: false, why: "" }; // somebody else's server
      known = met[told.tournament ? told.tournament.uid : member.uid];
      epoch = (part === "tournament" ? told.tournament : told).epoch;
      return !known || epoch >= known.epoch ? { takes: true, why: "" } : { takes: false, why: "replaced" };
    },
    // What is to be done with the answer to `submit`: "nobody", "shut_out", "one_by_one", "pass" over it, or "take" it.
    toResults: function (answer, asked, member) {
      if (!answer) return "nobody";
      if (answer.status === 401) return "shut_out";
      if (answer.status === 400 || answer.status === 413 || answer.status >= 500) return "one_by_one";
      return answer.status !== 200 || asked.token !== member.token ? "pass" : "take";
    },
    // The same for `here`: "nobody", "shut_out", "pass", "same" as before, "overtaken" by a newer one, or "take" it.
    toHere: function (answer, asked, member) {
      var news = answer && answer.told;
      if (!answer) return "nobody";
      if (answer.status === 401) return "shut_out";
      if (answer.status !== 200 || asked.token !== member.token) return "pass";
      if (news.same) return "same";
      if (news.epoch < member.epoch) return "overtaken";
      return news.epoch === member.epoch && member.heard && news.version < member.told.version ? "overtaken" : "take";
    },
    // The version that this tablet has seen: none where it came with another token, in another epoch, or before a sleep.
    seen: function (member, clockIsOld) { return member.heard && !clockIsOld ? member.told.version : 0; },

    // What was typed by hand comes first: somebody has read it from the laptop's screen.
    addresses: function (typed, member) { return [typed].concat((member && member.addresses) || []).filter(Boolean); },
    // Where to ask, one after the other: who answered last, where the page came from, and all others that are known.
    inTurn: function (best, origin, addresses) { return unique([best, origin].concat(addresses || [])); },

    // The member that an invitation made; `known` is what this tablet was in that tournament before, or nothing.
    joined: function (known, invitation, told) {
      var before = known || { addresses: [], epoch: 0, told: null }, day = told.tournament;
      return Object.assign({}, before, {
        uid: day.uid, name: day.name, date: day.date, language: day.language,
        token: told.token, device: told.device, secret: invitation, heard: false,
        table: told.table, told: before.table === told.table ? before.told : null,
      });
    },
    // The member in a higher epoch: what was told before no longer counts as heard.
    inEpoch: function (member, epoch) {
      return epoch > member.epoch ? Object.assign({}, member, { epoch: epoch, heard: false }) : member;
    },
    // The member that has heard this.
    heard: function (member, news) {
      return Object.assign({}, member, {
        table: news.table, label: news.label, told: news, heard: true,
        addresses: unique(news.addresses.concat(member.addresses)).slice(0, MOST_ADDRESSES),
      });
    },
  };
})();

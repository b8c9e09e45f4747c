// All that this page knows at this moment as one plain value, and what follows from it (situation.js).
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  C.now = function () {
    return {
      elsewhere: C.elsewhere, invitation: C.data.invitation, member: C.day.member, waiting: Boolean(C.day.waiting),
      problem: C.day.problem, shut: C.day.shut, fresh: C.day.fresh, results: C.day.results(), ours: C.store.thing("ours"),
    };
  };
  // With the names of sides as the reader's language lists them.
  C.situation = function () {
    var found = C.situations.of(C.now());
    if (found.games) found.names = found.meeting.sides.map(function (side) {
      return C.list(side.entries.map(function (entry) { return entry.name; }));
    });
    return found;
  };
  C.wrongTable = function () { return C.situations.wrongTable(C.now()); };
  C.onPhone = function () { return C.situations.onPhone(C.now()); };
  C.tableNow = function () { return C.situations.table(C.day.member); };
})();

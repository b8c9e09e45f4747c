// Collects the state of the page as one plain value, for the pure functions of situation.js.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  C.pageState = () => {
    return {
      elsewhere: C.elsewhere, invitation: C.data.invitation, member: C.tournament.member, waiting: Boolean(C.tournament.waiting),
      problem: C.tournament.problem, shut: C.tournament.shut, fresh: C.tournament.fresh, results: C.tournament.results(), ours: C.store.get("ours"),
    };
  };
  // The situation of the table, with the names of each side joined in the current language.
  C.situation = () => {
    var view = C.situations.derive(C.pageState());
    if (view.games) view.names = view.meeting.sides.map((side) => C.list(side.entries.map((entry) => entry.name)));
    return view;
  };
  C.isWrongTable = () => C.situations.isWrongTable(C.pageState());
  C.isPhone = () => C.situations.isPhone(C.pageState());
  C.currentTable = () => C.situations.tableOf(C.tournament.member);
})();

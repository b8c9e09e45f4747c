// One window at a time: whoever scans a sheet again opens another window of the same browser. Two that join in turn would end
// each other's tokens, and push the tablet from table to table. The window that was opened last goes on, the others stand still.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var mine = null;

  C.elsewhere = false;
  // From now on this window is the one.
  C.claim = function () {
    C.elsewhere = false;
    mine = C.nonce();
    C.store.keep("window", mine);
    if (C.store.copied("window") !== mine) mine = null; // no room for it: then nobody can tell
  };
  // Whether another one was opened since.
  C.standsStill = function () {
    var last = mine && !C.elsewhere ? C.store.copied("window") : null;
    if (C.pace.standsStill(mine, last)) {
      C.elsewhere = true;
      C.show();
    }
    return C.elsewhere;
  };
  C.elsewhereScreen = function () {
    return {
      key: "elsewhere", sign: null,
      build: function () {
        return [
          C.title(C.t("elsewhere")),
          C.el("div.read", [C.p(C.t("elsewhere_more"), "what-next")]),
          C.el("div.actions", [C.button("here", C.t("elsewhere_here"), C.start, { kind: "main", icon: "right" })]),
        ];
      },
    };
  };

  window.addEventListener("storage", C.standsStill);
})();

// One active window at a time. Scanning a sheet again opens another window of the same browser; two windows that join in turn would
// invalidate each other's tokens and switch the tablet between tables. The window opened last is active, the others stop.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var ownId = null;

  C.elsewhere = false;
  // Makes this window the active one.
  C.claim = () => {
    C.elsewhere = false;
    ownId = C.nonce();
    C.store.save("window", ownId);
    if (C.store.getCopy("window") !== ownId) ownId = null; // localStorage is full or missing: other windows cannot be detected
  };
  // Whether another window was opened since; then this one stops and says so.
  C.stopIfSuperseded = () => {
    var lastId = ownId && !C.elsewhere ? C.store.getCopy("window") : null;
    if (C.syncTiming.isSuperseded(ownId, lastId)) {
      C.elsewhere = true;
      C.show();
    }
    return C.elsewhere;
  };
  C.elsewhereScreen = () => {
    return {
      key: "elsewhere", content: null,
      build: () => {
        return [
          C.title(C.t("elsewhere")),
          C.el("div.read", [C.p(C.t("elsewhere_more"), "what-next")]),
          C.el("div.actions", [C.button("here", C.t("elsewhere_here"), C.start, { kind: "main", icon: "right" })]),
        ];
      },
    };
  };

  window.addEventListener("storage", C.stopIfSuperseded);
})();

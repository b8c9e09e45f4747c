// The desk's computer was replaced, and nobody knows where the new one is: somebody reads its address there and types it here.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LONGEST = 21;
  var KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", ".", "0", ":", "clear", "delete"];
  var day = C.day, typed = null, said = "", asking = false;
  day.heard = 0; // when somebody last answered, by the clock of this page

  var short = C.addresses.short;
  function beginning() { return C.addresses.beginning(C.address()); }

  function look(base) {
    var member = day.member;
    return C.askAt(base, "here", { token: member ? member.token : "-", seen: 0, queued: 0, language: C.language }).then(function (answer) {
      if (answer && answer.status >= 500) answer = null;
      if (!answer && day.online !== false) return "seek_nobody"; // another one answers: this was mistyped
      C.prefer(base);
      return C.store.keep("typed", base).then(function () {
        if (!answer) return "seek_nobody";
        if (!member) { C.poke(); return ""; }
        return day.here().then(function (found) { return found ? "" : day.why === "replaced" ? "seek_replaced" : "seek_unknown"; });
      });
    });
  }
  function ask() {
    var base = C.addresses.base(typed, location.protocol);
    if (asking) return;
    if (!base) { said = C.t("seek_bad"); C.show(); return; }
    asking = true;
    said = C.t("seek_asking", { address: short(base) });
    C.show();
    look(base).then(function (fault) {
      asking = false;
      said = fault ? C.t(fault, { address: short(base) }) : "";
      if (fault) { C.show(); return; }
      typed = null;
      C.notice = C.t("seek_found");
      C.poke();
      C.close();
    });
  }

  C.seeks = function () { return asking || (typed !== null && typed !== beginning()); };
  C.seek = function () {
    var parts = {};
    if (typed === null) { typed = beginning(); said = ""; }
    function press(key) {
      typed = C.typed(typed, key, LONGEST);
      said = "";
      parts.pad.screen.textContent = typed;
      parts.said.textContent = "";
    }
    return {
      key: "seek", sign: [said, asking],
      build: function () {
        parts.ok = C.button("ask", C.t("seek_ask"), ask, { kind: "main", icon: "right" });
        parts.pad = C.pad(press, parts.ok, KEYS);
        parts.pad.screen.classList.add("address");
        parts.pad.keys.classList.add("address");
        parts.pad.screen.textContent = typed;
        parts.said = C.el("p.consequence" + (asking ? "" : ".is-wrong"), { role: "alert" }, said);
        return [
          C.title(C.t("seek")),
          C.el("div.keypad-step", [
            C.el("div.typed", [parts.pad.screen, C.p(C.t("seek_more"), "hint"), parts.said]),
            parts.pad.keys,
            C.el("div.actions", [C.back(function () { typed = null; C.close(); }), parts.ok]),
          ]),
        ];
      },
    };
  };

  // On a page where nobody is in the middle of something, once nobody has answered for minutes.
  C.lost = function (shown) {
    if (!C.addresses.lost(day.online, performance.now() - day.heard)) return shown;
    var unknown = day.why === "unknown";
    return {
      key: shown.key, sign: [shown.sign, "lost", unknown],
      build: function () {
        var nodes = shown.build().filter(Boolean);
        nodes.splice(1, 0, C.box("kept", "off", [
          C.p(C.t(unknown ? "stranger" : "lost"), "receipt"),
          C.p(C.t(unknown ? "stranger_more" : "lost_more"), "line"),
          unknown ? C.button("code", C.t("type_a_code"), function () { day.problem = ""; C.open("code"); }, { icon: "keypad" })
            : C.button("seek", C.t("seek_type"), function () { C.open("seek"); }, { icon: "keypad" }),
        ]));
        return nodes;
      },
    };
  };
})();

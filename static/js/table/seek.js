// The desk's computer was replaced, and nobody knows where the new one is: somebody reads its address there and types it here.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SILENCE = 3 * 60 * 1000, LONGEST = 21;
  var KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", ".", "0", ":", "clear", "delete"];
  var SECURE = location.protocol === "https:";
  var day = C.day, typed = null, said = "", asking = false;
  day.heard = 0; // when somebody last answered, by the clock of this page

  // «192.168.0.23» as http://192.168.0.23:8000; null where it is no address.
  C.base = function (text) {
    var parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::(\d{1,5}))?$/.exec(text);
    if (!parts) return null;
    var numbers = parts.slice(1, 5).map(Number), port = Number(parts[5] || (SECURE ? 8443 : 8000));
    if (numbers.some(function (number) { return number > 255; }) || port < 1 || port > 65535) return null;
    return location.protocol + "//" + numbers.join(".") + ":" + port;
  };
  function short(base) { return base.replace(/^https?:\/\//, ""); }
  // Another laptop in the same hall has most of the address in common.
  function beginning() {
    var known = /^(\d+\.\d+\.\d+\.)\d+/.exec(short(C.address()));
    return known && known[1] !== "127.0.0." ? known[1] : "";
  }

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
    var base = C.base(typed);
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
    if (day.online !== false || performance.now() - day.heard < SILENCE) return shown;
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

// Finding the desk after its computer was replaced: its address is read from the new computer's screen and typed on the tablet.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var MAX_LENGTH = 21;
  var KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", ".", "0", ":", "clear", "delete"];
  var tournament = C.tournament, typed = null, message = "", busy = false;
  tournament.answeredMs = 0; // time of the last answer, in milliseconds of performance.now()

  var host = C.addresses.host;
  function prefix() { return C.addresses.prefix(C.serverUrl()); }

  // Tries the server. Resolves to the code of an error message, or to "".
  function connect(url) {
    var member = tournament.member;
    return C.requestAt(url, "here", { token: member ? member.token : "-", seen: 0, queued: 0, language: C.language }).then((response) => {
      if (response && response.status >= 500) response = null;
      if (!response && tournament.online !== false) return "seek_nobody"; // a known server answers: this address is a typing error
      C.setServerUrl(url);
      return C.store.save("typed", url).then(() => {
        if (!response) return "seek_nobody";
        if (!member) { C.poke(); return ""; }
        return tournament.fetchState().then((ok) => ok ? "" : tournament.why === "replaced" ? "seek_replaced" : "seek_unknown");
      });
    });
  }
  function submit() {
    var url = C.addresses.toUrl(typed, location.protocol);
    if (busy) return;
    if (!url) { message = C.t("seek_bad"); C.show(); return; }
    busy = true;
    message = C.t("seek_asking", { address: host(url) });
    C.show();
    connect(url).then((error) => {
      busy = false;
      message = error ? C.t(error, { address: host(url) }) : "";
      if (error) { C.show(); return; }
      typed = null;
      C.notice = C.t("seek_found");
      C.poke();
      C.close();
    });
  }

  C.isSeeking = () => busy || (typed !== null && typed !== prefix());
  C.seekScreen = () => {
    var parts = {};
    if (typed === null) { typed = prefix(); message = ""; }
    function press(key) {
      typed = C.applyKey(typed, key, MAX_LENGTH);
      message = "";
      parts.pad.screen.textContent = typed;
      parts.message.textContent = "";
    }
    return {
      key: "seek", content: [message, busy],
      build: () => {
        parts.ok = C.button("ask", C.t("seek_ask"), submit, { kind: "main", icon: "right" });
        parts.pad = C.pad(press, parts.ok, KEYS);
        parts.pad.screen.classList.add("address");
        parts.pad.keys.classList.add("address");
        parts.pad.screen.textContent = typed;
        parts.message = C.el("p.consequence" + (busy ? "" : ".is-wrong"), { role: "alert" }, message);
        return [
          C.title(C.t("seek")),
          C.el("div.keypad-step", [
            C.el("div.typed", [parts.pad.screen, C.p(C.t("seek_more"), "hint"), parts.message]),
            parts.pad.keys,
            C.el("div.actions", [C.backButton(() => { typed = null; C.close(); }), parts.ok]),
          ]),
        ];
      },
    };
  };

  // The screen with a box that offers help, once no server has answered for minutes. Not used for panels and entry.
  C.withOfflineBox = (screen) => {
    if (!C.addresses.isLost(tournament.online, performance.now() - tournament.answeredMs)) return screen;
    var unknown = tournament.why === "unknown";
    return {
      key: screen.key, content: [screen.content, "lost", unknown],
      build: () => {
        var nodes = screen.build().filter(Boolean);
        nodes.splice(1, 0, C.box("kept", "off", [
          C.p(C.t(unknown ? "stranger" : "lost"), "receipt"),
          C.p(C.t(unknown ? "stranger_more" : "lost_more"), "line"),
          unknown ? C.button("code", C.t("type_a_code"), () => { tournament.problem = ""; C.open("code"); }, { icon: "keypad" })
            : C.button("seek", C.t("seek_type"), () => { C.open("seek"); }, { icon: "keypad" }),
        ]));
        return nodes;
      },
    };
  };
})();

// How the page sits on this tablet: language, size of type, contrast, the hand, full screen, a screen that stays awake.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SIZES = ["normal", "large", "larger"];
  var root = document.documentElement, lock = null;

  function wishes() { return C.store.thing("wishes") || {}; }
  function wish(name, value) {
    var all = Object.assign({}, wishes());
    all[name] = value;
    C.store.keep("wishes", all);
    C.dress();
    C.show();
  }
  C.dress = function () {
    var all = wishes(), day = C.day.member || (C.data.invitation && C.data.invitation.tournament);
    root.dataset.size = all.size || "normal";
    root.dataset.contrast = all.contrast ? "high" : "normal";
    root.dataset.hand = all.left ? "left" : "right";
    C.speak(all.language || (day && day.language) || C.language);
  };
  C.switchLanguage = function (language) { wish("language", language); };
  C.date = function (text) {
    var parts = text.split("-").map(Number);
    return new Date(parts[0], parts[1] - 1, parts[2]).toLocaleDateString(C.language, { weekday: "long", day: "numeric", month: "long" });
  };

  var full = root.requestFullscreen || root.webkitRequestFullscreen;
  function isFull() { return Boolean(document.fullscreenElement || document.webkitFullscreenElement); }
  function toggleFull() {
    if (isFull()) (document.exitFullscreen || document.webkitExitFullscreen).call(document);
    else Promise.resolve(full.call(root)).catch(function () { /* the browser does not want to */ });
  }
  ["fullscreenchange", "webkitfullscreenchange"].forEach(function (event) {
    document.addEventListener(event, function () { C.show(); });
  });

  // Plain http has no wake lock; then the tablet's own setting decides, and nobody is bothered.
  function stayAwake() {
    if (!navigator.wakeLock || lock || document.visibilityState === "hidden") return;
    navigator.wakeLock.request("screen").then(function (held) {
      lock = held;
      held.addEventListener("release", function () { lock = null; });
    }, function () { /* not now */ });
  }
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("click", stayAwake);
  ["contextmenu", "gesturestart", "dragstart"].forEach(function (event) {
    document.addEventListener(event, function (happened) { happened.preventDefault(); });
  });

  C.menu = function () {
    var all = wishes(), sizes = SIZES.map(function (size) {
      return C.button("size-" + size, C.t("size_" + size), function () { wish("size", size); }, { pressed: (all.size || "normal") === size });
    });
    function choices(label, buttons) {
      return C.el("div.choices", { role: "group", "aria-label": label }, [C.p(label, "label"), C.el("div.row", buttons)]);
    }
    return {
      key: "menu", sign: [all, isFull(), C.day.unsentAnywhere(), C.day.results().length],
      build: function () {
        return [
          C.title(C.t("menu")),
          C.el("div.menu", [
            choices(C.t("size"), sizes),
            choices(C.t("language_label"), C.languages.map(function (language) {
              return C.button("say-" + language, C.languageNames[language], function () { C.switchLanguage(language); }, { pressed: language === C.language, lang: language });
            })),
            choices(C.t("screen"), [
              C.button("contrast", C.t("contrast"), function () { wish("contrast", !all.contrast); }, { pressed: Boolean(all.contrast) }),
              C.button("left", C.t("left_hand"), function () { wish("left", !all.left); }, { pressed: Boolean(all.left) }),
              full ? C.button("full", C.t("full_screen"), toggleFull, { pressed: isFull() }) : null,
            ].filter(Boolean)),
            choices(C.t("this_tablet"), [
              C.button("list", C.t("list_open"), function () { C.open("list"); }, { icon: "list" }),
              C.button("code", C.t("other_table"), function () { C.day.problem = ""; C.open("code"); }, { icon: "keypad" }),
              C.button("seek", C.t("seek"), function () { C.open("seek"); }, { icon: "off" }),
            ]),
          ]),
          C.el("div.actions", [C.button("back", C.t("back_to_table"), C.close, { kind: "main", icon: "check" })]),
        ];
      },
    };
  };
})();

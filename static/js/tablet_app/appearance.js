// Settings of this tablet: language, text size, contrast, left hand, full screen; and a wake lock that keeps the screen on.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SIZES = ["normal", "large", "larger"];
  var root = document.documentElement, lock = null;

  function getSettings() { return C.store.get("wishes") || {}; }
  function saveSetting(name, value) {
    var settings = Object.assign({}, getSettings());
    settings[name] = value;
    C.store.save("wishes", settings);
    C.applySettings();
    C.show();
  }
  C.applySettings = function () {
    var settings = getSettings(), tournament = C.tournament.member || (C.data.invitation && C.data.invitation.tournament);
    root.dataset.size = settings.size || "normal";
    root.dataset.contrast = settings.contrast ? "high" : "normal";
    root.dataset.hand = settings.left ? "left" : "right";
    C.setLanguage(settings.language || (tournament && tournament.language) || C.language);
  };
  C.switchLanguage = function (language) { saveSetting("language", language); };
  C.date = function (text) {
    var parts = text.split("-").map(Number);
    return new Date(parts[0], parts[1] - 1, parts[2]).toLocaleDateString(C.language, { weekday: "long", day: "numeric", month: "long" });
  };

  var requestFull = root.requestFullscreen || root.webkitRequestFullscreen;
  function isFull() { return Boolean(document.fullscreenElement || document.webkitFullscreenElement); }
  function toggleFull() {
    if (isFull()) (document.exitFullscreen || document.webkitExitFullscreen).call(document);
    else Promise.resolve(requestFull.call(root)).catch(function () { /* the browser does not want to */ });
  }
  ["fullscreenchange", "webkitfullscreenchange"].forEach(function (event) {
    document.addEventListener(event, function () { C.show(); });
  });

  // Plain http has no wake lock: then the tablet's own setting applies, without a message.
  function stayAwake() {
    if (!navigator.wakeLock || lock || document.visibilityState === "hidden") return;
    navigator.wakeLock.request("screen").then(function (newLock) {
      lock = newLock;
      newLock.addEventListener("release", function () { lock = null; });
    }, function () { /* not now */ });
  }
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("click", stayAwake);
  ["contextmenu", "gesturestart", "dragstart"].forEach(function (name) {
    document.addEventListener(name, function (event) { event.preventDefault(); });
  });

  C.menuScreen = function () {
    var settings = getSettings(), sizes = SIZES.map(function (size) {
      return C.button("size-" + size, C.t("size_" + size), function () { saveSetting("size", size); }, {
        pressed: (settings.size || "normal") === size
      });
    });
    function choices(label, buttons) {
      return C.el("div.choices", { role: "group", "aria-label": label }, [C.p(label, "label"), C.el("div.row", buttons)]);
    }
    return {
      key: "menu", sign: [settings, isFull(), C.tournament.unsentAnywhere(), C.tournament.results().length],
      build: function () {
        return [
          C.title(C.t("menu")),
          C.el("div.menu", [
            choices(C.t("size"), sizes),
            choices(C.t("language_label"), C.languages.map(function (language) {
              return C.button("say-" + language, C.languageNames[language], function () { C.switchLanguage(language); }, { pressed: language === C.language, lang: language });
            })),
            choices(C.t("screen"), [
              C.button("contrast", C.t("contrast"), function () { saveSetting("contrast", !settings.contrast); }, {
                pressed: Boolean(settings.contrast)
              }),
              C.button("left", C.t("left_hand"), function () { saveSetting("left", !settings.left); }, { pressed: Boolean(settings.left) }),
              requestFull ? C.button("full", C.t("full_screen"), toggleFull, { pressed: isFull() }) : null,
            ].filter(Boolean)),
            choices(C.t("this_tablet"), [
              C.button("list", C.t("list_open"), function () { C.open("list"); }, { icon: "list" }),
              C.button("code", C.t("other_table"), function () { C.tournament.problem = ""; C.open("code"); }, { icon: "keypad" }),
              C.button("seek", C.t("seek"), function () { C.open("seek"); }, { icon: "off" }),
            ]),
          ]),
          C.el("div.actions", [C.button("back", C.t("back_to_table"), C.close, { kind: "main", icon: "check" })]),
        ];
      },
    };
  };
})();

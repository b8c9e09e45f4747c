// Settings of this tablet: language, text size, contrast, left hand, full screen.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SIZES = ["normal", "large", "larger"];
  var root = document.documentElement;

  function getSettings() { return C.store.get("wishes") || {}; }
  function saveSetting(name, value) {
    var settings = { ...getSettings() };
    settings[name] = value;
    C.store.save("wishes", settings);
    C.applySettings();
    C.show();
  }
  C.applySettings = () => {
    var settings = getSettings(), tournament = C.tournament.member || (C.data.invitation && C.data.invitation.tournament);
    root.dataset.size = settings.size || "normal";
    root.dataset.contrast = settings.contrast ? "high" : "normal";
    root.dataset.hand = settings.left ? "left" : "right";
    C.setLanguage(settings.language || (tournament && tournament.language) || C.language);
  };
  C.switchLanguage = (language) => {
    saveSetting("language", language);
    C.poke(); // for the sentences of the desk
  };
  C.date = (text) => {
    var parts = text.split("-").map(Number);
    return new Date(parts[0], parts[1] - 1, parts[2]).toLocaleDateString(C.language, { weekday: "long", day: "numeric", month: "long" });
  };

  var requestFull = root.requestFullscreen || root.webkitRequestFullscreen;
  function isFull() { return Boolean(document.fullscreenElement || document.webkitFullscreenElement); }
  function toggleFull() {
    if (isFull()) (document.exitFullscreen || document.webkitExitFullscreen).call(document);
    else Promise.resolve(requestFull.call(root)).catch(() => { /* the browser does not want to */ });
  }
  ["fullscreenchange", "webkitfullscreenchange"].forEach((event) => {
    document.addEventListener(event, () => { C.show(); });
  });

  ["contextmenu", "gesturestart", "dragstart"].forEach((name) => {
    document.addEventListener(name, (event) => { event.preventDefault(); });
  });

  C.menuScreen = () => {
    var settings = getSettings(), sizes = SIZES.map((size) => {
      return C.button("size-" + size, C.t("size_" + size), () => { saveSetting("size", size); }, {
        pressed: (settings.size || "normal") === size
      });
    });
    function choices(label, buttons) {
      return C.el("div.choices", { role: "group", "aria-label": label }, [C.p(label, "label"), C.el("div.row", buttons)]);
    }
    return {
      key: "menu", content: [settings, isFull(), C.tournament.unsentAnywhere(), C.tournament.results().length],
      build: () => {
        return [
          C.title(C.t("menu")),
          C.el("div.menu", [
            choices(C.t("size"), sizes),
            choices(C.t("language_label"), C.languages.map((language) => {
              var options = { pressed: language === C.language, lang: language };
              return C.button("say-" + language, C.languageNames[language], () => { C.switchLanguage(language); }, options);
            })),
            choices(C.t("screen"), [
              C.button("contrast", C.t("contrast"), () => { saveSetting("contrast", !settings.contrast); }, {
                pressed: Boolean(settings.contrast)
              }),
              C.button("left", C.t("left_hand"), () => { saveSetting("left", !settings.left); }, { pressed: Boolean(settings.left) }),
              requestFull ? C.button("full", C.t("full_screen"), toggleFull, { pressed: isFull() }) : null,
            ].filter(Boolean)),
            choices(C.t("this_tablet"), [
              C.button("list", C.t("list_open"), () => { C.open("list"); }, { icon: "list" }),
              C.button("code", C.t("other_table"), () => { C.tournament.problem = ""; C.open("code"); }, { icon: "keypad" }),
              C.button("seek", C.t("seek"), () => { C.open("seek"); }, { icon: "off" }),
            ]),
          ]),
          C.el("div.actions", [C.button("back", C.t("back_to_table"), C.close, { kind: "main", icon: "check" })]),
        ];
      },
    };
  };
})();

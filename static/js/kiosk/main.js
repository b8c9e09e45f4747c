// The page of a kiosk: one field, the person who was found, a big button, and what follows; then the start again by itself.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var desk = C.desk, place = document.getElementById("screen"), statusLine = document.getElementById("status");
  var READ = 15000, LEFT = 30000, ANSWER = 2500;
  var typed = "", whole = false, looked = [], paused = 0, result = null, timer = null, signature = null, camera = "";

  function later(what, time) { clearTimeout(timer); timer = setTimeout(what, time); }
  function start() {
    clearTimeout(timer);
    C.camera.stop();
    typed = camera = "";
    whole = false;
    result = null;
    C.speak(desk.member.language); // of the next person
    C.show();
  }
  function look(text, isWhole) {
    typed = text;
    whole = isWhole || C.roster.isCard(text);
    later(start, LEFT);
    C.show();
  }
  function found() {
    if (paused > Date.now()) return { state: "paused", people: [] };
    if (paused) { paused = 0; looked = []; }
    var hits = C.roster.find(desk.list.people, typed, whole, function (text) {
      return C.sha256(desk.member.uid + " " + text).slice(0, 32);
    });
    looked = C.roster.looked(looked, hits, typed);
    paused = C.roster.pausedUntil(looked, Date.now());
    if (paused) setTimeout(C.show, paused - Date.now() + 1);
    return paused ? { state: "paused", people: [] } : hits;
  }
  function isHere(person) {
    var mine = result = { name: person.name, told: null };
    var local = C.roster.unanswered(person, desk.list);
    function tell(told) {
      if (result !== mine) return;
      result.told = told;
      later(start, READ);
      C.show();
    }
    looked = [];
    C.show();
    later(function () { tell(local); }, ANSWER);
    desk.arrive(person).then(function (told) { tell(told || local); });
  }

  // Screens: {key, sign, build}; a screen is drawn anew only when its key or its sign changes.
  function message(key, title, more, rest) {
    return { key: key, sign: [title, more], build: function () { return [C.title(title), C.p(more, "lead")].concat(rest || []); } };
  }
  function label(field, text) {
    field.id = field.name;
    return C.el("label", { for: field.name }, text);
  }
  function pairing() {
    if (C.data.invitation && !desk.problem) return message("pairing", C.t("connecting"), C.t("connecting_more"));
    return {
      key: "code", sign: [desk.problem],
      build: function () {
        var field = C.el("input.field", { id: "code", name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
        var form = C.el("form.ask", [
          label(field, C.t("pair_code")), field,
          C.el("button.button.main", { type: "submit", id: "pair" }, C.t("pair_now")),
        ]);
        form.addEventListener("submit", function (event) {
          event.preventDefault();
          desk.problem = "";
          C.data.invitation = field.value;
          C.poke();
          C.show();
        });
        return [C.title(C.t("pair")), desk.problem ? C.el("p.lead.wrong", { role: "alert" }, desk.problem) : null, form];
      },
    };
  }
  function person(one) {
    return C.el("li", [C.el("button.button.main.hit", { type: "button", id: "here-" + one.entry, tap: function () { isHere(one); } }, [
      C.el("span.who", one.name), C.el("span.say", [C.icon("check"), C.t("i_am_here")]),
    ])]);
  }
  function hits() {
    var now = found(), area = document.getElementById("hits");
    var sign = JSON.stringify([now.state, now.people.map(function (one) { return one.name; }), C.language]);
    if (!area || area.dataset.sign === sign) return;
    area.dataset.sign = sign;
    area.replaceChildren.apply(area, [
      now.state ? C.p(C.t("found_" + now.state), "lead") : null,
      now.people.length ? C.el("ul.plain", now.people.map(person)) : null,
    ].filter(Boolean));
  }
  function scan(area) {
    if (C.camera.isOn()) { start(); return; }
    camera = "on";
    C.camera.start(area, function (text) { start(); look(text, true); }).catch(function () { camera = "no_camera"; C.show(); });
    later(start, LEFT);
  }
  function door() {
    return {
      key: "door", sign: [camera === "no_camera"],
      build: function () {
        var field = C.el("input.field", {
          id: "typed", name: "typed", autocomplete: "off", autocapitalize: "words", spellcheck: "false", maxlength: "200", enterkeyhint: "search",
        });
        var area = C.el("div.picture"), form = C.el("form.ask", { role: "search" }, [
          label(field, C.t("who")), field,
          C.el("button.button", { type: "submit", id: "find" }, C.t("find")),
        ]);
        form.addEventListener("submit", function (event) { event.preventDefault(); look(field.value, true); });
        field.addEventListener("input", function () { look(field.value, false); });
        field.value = typed;
        return [
          C.title(C.t("welcome")), form,
          C.el("div", { "aria-live": "polite" }, [hitsArea()]),
          C.camera.can() ? C.button("scan", C.t("scan"), function () { scan(area); }, { icon: "qr" }) : null,
          camera === "no_camera" ? C.p(C.t("no_camera"), "lead") : null, area,
        ];
      },
    };
  }
  function hitsArea() {
    var area = C.el("div.hits");
    area.id = "hits";
    return area;
  }
  function told() {
    if (!result.told) return message("asking", result.name, C.t("connecting"));
    var said = C.roster.said(result.told);
    return {
      key: "said", sign: [result.told],
      build: function () {
        return [
          C.title(C.say(said[0]), result.name),
          C.el("div.told-lines", said.slice(1).map(function (line) { return C.p(C.say(line), "lead"); })),
          C.el("div.actions", [C.button("done", C.t("done"), start, { kind: "main", icon: "check" })]),
        ];
      },
    };
  }
  function screen() {
    if (!desk.member || C.data.invitation) return pairing();
    if (desk.shut) return message("shut", C.t("shut"), desk.shut, [C.button("again", C.t("pair"), function () {
      desk.member = null;
      C.show();
    })]);
    if (result) return told();
    if (!desk.list) return message("waiting", C.t("connecting"), C.t("connecting_more"));
    return desk.list.over ? message("over", C.t("over"), C.t("over_more")) : door();
  }
  function frame() {
    var other = C.otherLanguages()[0], button = document.getElementById("language"), count = desk.unsent();
    document.getElementById("plate").textContent = desk.member ? desk.member.name : "Cheville";
    button.dataset.to = button.lang = other.code;
    document.getElementById("language-word").textContent = other.name;
    var words = !desk.member ? "" : desk.online === false ? C.t("status_off") + (count ? " " + C.tn("unsent", count) : "") : C.t("status_on");
    if (statusLine.textContent === words) return;
    statusLine.className = "status " + (desk.online === false ? "kept" : "received");
    statusLine.replaceChildren(C.icon(desk.online === false ? "off" : "check"), C.el("span", words));
  }
  C.show = function () {
    var shown = screen(), now = JSON.stringify([shown.key, shown.sign, C.language]);
    frame();
    if (now !== signature) {
      signature = now;
      place.dataset.mode = shown.key;
      place.replaceChildren.apply(place, shown.build().filter(Boolean));
      document.title = place.querySelector("h1").textContent + " · Cheville";
      (place.querySelector("input") || place.querySelector("h1")).focus({ preventScroll: true });
    }
    if (shown.key === "door") {
      var field = place.querySelector("input");
      if (field.value !== typed) field.value = typed;
      hits();
    }
  };

  // A hand scanner types where the focus happens to be, also while an answer is read.
  document.addEventListener("keydown", function (event) {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT" || event.key === " ") return;
    if (result && result.told) start();
    var field = place.querySelector("input");
    if (field) field.focus();
  });
  document.getElementById("language").addEventListener("click", function () {
    C.speak(this.dataset.to);
    if (desk.member) later(start, result && result.told ? READ : LEFT);
    C.show();
  });
  var lock = null;
  function stayAwake() {
    if (!navigator.wakeLock || lock || document.visibilityState === "hidden") return;
    navigator.wakeLock.request("screen").then(function (held) {
      lock = held;
      held.addEventListener("release", function () { lock = null; });
    }, function () { /* not now */ });
  }
  ["visibilitychange", "click"].forEach(function (event) { document.addEventListener(event, stayAwake); });
  document.addEventListener("visibilitychange", function () { if (document.visibilityState !== "hidden") C.poke(); });
  window.addEventListener("online", C.poke);

  C.store.open().then(function () {
    desk.remember();
    if (desk.member) C.speak(desk.member.language);
    C.show();
    C.poke();
  });
})();

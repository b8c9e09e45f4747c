// The page of a kiosk: search for a person, check in with one button, show the reply, then return to the search by itself.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var desk = C.desk, screenArea = document.getElementById("screen"), statusLine = document.getElementById("status");
  var READ_MS = 15000, IDLE_MS = 30000, ANSWER_MS = 2500;
  var typed = "", isComplete = false, lookups = [], pausedUntil = 0, result = null, timer = null, signature = null, cameraState = "", started = false;

  function schedule(callback, delay) { clearTimeout(timer); timer = setTimeout(callback, delay); }
  function reset() {
    clearTimeout(timer);
    C.camera.stop();
    typed = cameraState = "";
    isComplete = false;
    result = null;
    if (desk.member) C.setLanguage(desk.member.language); // for the next person
    C.show();
  }
  function search(text, isFinal) {
    typed = text;
    isComplete = isFinal || C.roster.isCard(text);
    schedule(reset, IDLE_MS);
    C.show();
  }
  function findPeople() {
    if (pausedUntil > Date.now()) return { state: "paused", people: [] };
    if (pausedUntil) { pausedUntil = 0; lookups = []; }
    var matches = C.roster.find(desk.list.people, typed, isComplete, (text) => C.sha256(desk.member.uid + " " + text).slice(0, 32));
    lookups = C.roster.addLookups(lookups, matches, typed);
    pausedUntil = C.roster.pausedUntil(lookups, Date.now());
    if (pausedUntil) setTimeout(C.show, pausedUntil - Date.now() + 1);
    return pausedUntil ? { state: "paused", people: [] } : matches;
  }
  function checkIn(person) {
    var current = result = { name: person.name, reply: null };
    var localReply = C.roster.localReply(person, desk.list);
    function showReply(reply) {
      if (result !== current) return;
      result.reply = reply;
      schedule(reset, READ_MS);
      C.show();
    }
    lookups = [];
    C.show();
    schedule(() => { showReply(localReply); }, ANSWER_MS);
    desk.sendArrival(person).then((reply) => { showReply(reply || localReply); });
  }

  // Screens: {key, content, build}. A screen is rebuilt only when its key, its content or the language changes.
  function messageScreen(key, title, text, extra) {
    return { key, content: [title, text], build: () => [C.title(title), C.p(text, "lead")].concat(extra || []) };
  }
  function fieldLabel(field, text) {
    field.id = field.name;
    return C.el("label", { for: field.name }, text);
  }
  function pairingScreen() {
    if (C.data.invitation && !desk.problem) return messageScreen("pairing", C.t("connecting"), C.t("connecting_more"));
    return {
      key: "code", content: [desk.problem],
      build: () => {
        var field = C.el("input.field", { id: "code", name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
        var form = C.el("form.ask", [
          fieldLabel(field, C.t("pair_code")), field,
          C.el("button.button.main", { type: "submit", id: "pair" }, C.t("pair_now")),
        ]);
        form.addEventListener("submit", (event) => {
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
  function personItem(person) {
    return C.el("li", [C.el("button.button.main.hit", { type: "button", id: "here-" + person.entry, tap: () => { checkIn(person); } }, [
      C.el("span.who", person.name), C.el("span.say", [C.icon("check"), C.t("i_am_here")]),
    ])]);
  }
  function renderHits() {
    var matches = findPeople(), area = document.getElementById("hits");
    var content = JSON.stringify([matches.state, matches.people.map((person) => person.name), C.language]);
    if (!area || area.dataset.sign === content) return;
    area.dataset.sign = content;
    area.replaceChildren.apply(area, [
      matches.state ? C.p(C.t("found_" + matches.state), "lead") : null,
      matches.people.length ? C.el("ul.plain", matches.people.map(personItem)) : null,
    ].filter(Boolean));
  }
  function toggleCamera(area) {
    if (C.camera.isOn()) { reset(); return; }
    cameraState = "on";
    C.camera.start(area, (text) => { reset(); search(text, true); }).catch(() => { cameraState = "no_camera"; C.show(); });
    schedule(reset, IDLE_MS);
  }
  function searchScreen() {
    return {
      key: "door", content: [cameraState === "no_camera"],
      build: () => {
        var field = C.el("input.field", {
          id: "typed", name: "typed", autocomplete: "off", autocapitalize: "words", spellcheck: "false", maxlength: "200", enterkeyhint: "search",
        });
        var area = C.el("div.picture"), form = C.el("form.ask", { role: "search" }, [
          fieldLabel(field, C.t("who")), field,
          C.el("button.button", { type: "submit", id: "find" }, C.t("find")),
        ]);
        form.addEventListener("submit", (event) => { event.preventDefault(); search(field.value, true); });
        field.addEventListener("input", () => { search(field.value, false); });
        field.value = typed;
        return [
          C.title(C.t("welcome")), form,
          C.el("div", { "aria-live": "polite" }, [hitsArea()]),
          C.camera.isAvailable() ? C.button("scan", C.t("scan"), () => { toggleCamera(area); }, { icon: "qr" }) : null,
          cameraState === "no_camera" ? C.p(C.t("no_camera"), "lead") : null, area,
        ];
      },
    };
  }
  function hitsArea() {
    var area = C.el("div.hits");
    area.id = "hits";
    return area;
  }
  function replyScreen() {
    if (!result.reply) return messageScreen("asking", result.name, C.t("connecting"));
    var messages = C.roster.messages(result.reply);
    return {
      key: "said", content: [result.reply],
      build: () => {
        return [
          C.title(C.text(messages[0]), result.name),
          C.el("div.told-lines", messages.slice(1).map((line) => C.p(C.text(line), "lead"))),
          C.el("div.actions", [C.button("done", C.t("done"), reset, { kind: "main", icon: "check" })]),
        ];
      },
    };
  }
  function currentScreen() {
    if (!desk.member || C.data.invitation) return pairingScreen();
    if (desk.refusal) return messageScreen("shut", C.t("shut"), desk.refusal, [C.button("again", C.t("pair"), () => {
      desk.member = null;
      C.show();
    })]);
    if (result) return replyScreen();
    if (!desk.list) return messageScreen("waiting", C.t("connecting"), C.t("connecting_more"));
    return desk.list.over ? messageScreen("over", C.t("over"), C.t("over_more")) : searchScreen();
  }
  function renderFrame() {
    var otherLanguage = C.otherLanguages()[0], button = document.getElementById("language"), count = desk.unsentCount();
    document.getElementById("plate").textContent = desk.member ? desk.member.name : "Cheville";
    button.dataset.to = button.lang = otherLanguage.code;
    document.getElementById("language-word").textContent = otherLanguage.name;
    var statusText = !desk.member ? "" : desk.online === false ? C.t("status_off") + (count ? " " + C.tn("unsent", count) : "") : C.t("status_on");
    if (statusLine.textContent === statusText) return;
    statusLine.className = "status " + (desk.online === false ? "kept" : "received");
    statusLine.replaceChildren(C.icon(desk.online === false ? "off" : "check"), C.el("span", statusText));
  }
  C.show = () => {
    var screen = currentScreen(), newSignature = JSON.stringify([screen.key, screen.content, C.language]);
    renderFrame();
    if (newSignature !== signature) {
      signature = newSignature;
      screenArea.dataset.mode = screen.key;
      screenArea.replaceChildren.apply(screenArea, screen.build().filter(Boolean));
      document.title = screenArea.querySelector("h1").textContent + " · Cheville";
      (screenArea.querySelector("input") || screenArea.querySelector("h1")).focus({ preventScroll: true });
    }
    if (screen.key === "door") {
      var field = screenArea.querySelector("input");
      if (field.value !== typed) field.value = typed;
      renderHits();
    }
  };

  // A hand scanner types wherever the focus is, also while a reply is shown: return to the search and focus its field.
  document.addEventListener("keydown", (event) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT" || event.key === " ") return;
    if (result && result.reply) reset();
    var field = screenArea.querySelector("input");
    if (field) field.focus();
  });
  document.getElementById("language").addEventListener("click", function () {
    C.setLanguage(this.dataset.to);
    if (desk.member) schedule(reset, result && result.reply ? READ_MS : IDLE_MS);
    C.show();
  });
  document.addEventListener("visibilitychange", () => { if (started && document.visibilityState !== "hidden") C.poke(); });
  window.addEventListener("online", () => { if (started) C.poke(); });

  C.store.open().then(() => {
    started = true;
    desk.loadMember();
    if (desk.member) C.setLanguage(desk.member.language);
    C.show();
    C.poke();
  });
})();

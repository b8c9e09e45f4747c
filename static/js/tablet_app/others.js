// The screens of "we are other players": the players enter who sits in which seat, by card number or by name (others_model.js).
// Their report stays on this tablet until the desk has it; the desk seats them, and the tablet then shows the new meeting.
// The report is stored as "others". The players of the round are stored as "people", {key, people}: requested once, since the
// network may fail later.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var tournament = C.tournament, model = C.othersModel, choice = model.newChoice();

  function screen(key, content, build) { return { key: "others-" + key, content, build }; }
  function storedReport() { return C.store.get("others"); }
  function storedPeople() { return C.store.get("people"); }
  function people() { return model.people(storedPeople(), tournament.member); }
  function personOf(number) { return model.person(people(), number); }
  function nameOf(number) {
    var person = personOf(number);
    return person ? person.name : C.t("others_number", { number });
  }
  C.isChoosingPlayers = () => model.isStarted(choice);
  function setChoice(next) { choice = next; C.show(); }
  function change(changes) { setChoice({ ...choice, ...changes }); }
  function errorText() {
    var error = choice.error;
    return error ? C.t(error.code, { name: nameOf(error.number), number: error.number }) : "";
  }
  function pick(number) { setChoice(model.pick(choice, number, people(), model.isComplete(storedPeople(), tournament.member))); }
  function back() {
    var previous = model.back(choice);
    if (previous) { setChoice(previous); return; }
    choice = model.newChoice();
    C.close();
  }
  function backText() { return choice.picked.length || choice.listing || choice.more ? C.t("back") : C.t("others_back"); }
  function title() { return C.title(C.t("others_seat", { letter: model.LETTERS[choice.picked.length] }), pickedNames()); }
  function pickedNames() { return choice.picked.map((number, index) => model.LETTERS[index] + " " + nameOf(number)).join(" · "); }

  function numberScreen() {
    var parts = {};
    function update() {
      var typed = choice.typed, person = typed && personOf(Number(typed)), error = errorText();
      parts.pad.screen.textContent = typed;
      parts.name.textContent = error || (person ? person.name : typed ? C.t("others_number", { number: typed }) : "");
      parts.name.className = "consequence" + (error ? " is-wrong" : "");
      parts.ok.setAttribute("aria-disabled", String(!typed));
    }
    function press(key) {
      choice = model.press(choice, key);
      update();
    }
    return screen("number " + choice.picked.length, [choice.picked, choice.error, people().length], () => {
      parts.ok = C.button("next", C.t("next"), () => { if (choice.typed) pick(Number(choice.typed)); }, { kind: "main", icon: "right" });
      parts.pad = C.pad(press, parts.ok);
      parts.name = C.el("p.consequence", { "aria-live": "polite" }, "");
      update();
      return [
        title(),
        C.el("div.keypad-step", [
          C.el("div.typed", [parts.pad.screen, C.p(C.t("others_by_number"), "hint"), parts.name]),
          parts.pad.keys,
          C.el("div.actions.three", [
            C.backButton(back, backText()),
            C.button("by-name", C.t("others_by_name"), () => { change({ listing: true }); }, { icon: "list" }),
            parts.ok,
          ]),
        ]),
      ];
    });
  }
  function lettersScreen() {
    var letters = model.letters(people());
    return screen("letters " + choice.picked.length, [letters], () => {
      return [
        title(),
        C.el("div.read", [
          C.p(C.t("others_letter"), "what-next"),
          C.el("div.others-letters", letters.map((letter) => C.button("letter-" + letter, letter, () => { change({ letter, page: 0 }); }))),
        ]),
        C.el("div.actions", [C.backButton(back)]),
      ];
    });
  }
  function namesScreen() {
    var letter = choice.letter, page = choice.page, list = model.page(people(), letter, page), error = errorText();
    return screen(["names", choice.picked.length, letter, page].join(" "), [list.shown, choice.error], () => {
      return [
        title(),
        C.el("div.read", [
          error ? C.el("p.consequence.is-wrong", { role: "alert" }, error) : null,
          C.el("div.others-names", list.shown.map((person) => C.button("person-" + person.number, person.name + ", " + person.number, () => { pick(person.number); }))),
        ]),
        C.el("div.actions", [
          C.backButton(back),
          list.pages > 1 ? C.button("more-names", C.t("others_more_names"), () => { change({ page: (page + 1) % list.pages }); }, { icon: "right" }) : null,
        ]),
      ];
    });
  }

  // The report: shown for confirmation, then sent

  function seatList(numbers) {
    return numbers.map((number, index) => {
      var person = personOf(number), planned = person && person.table ? C.t("others_planned", { table: person.table }) : "";
      return C.el("div.side." + C.tone(index), [C.el("div.person", [C.ring(model.LETTERS[index]), C.el("div", [
        C.p(nameOf(number), "name"), planned && person.table !== tournament.member.table ? C.p(planned, "so-far") : null,
      ])])]);
    });
  }
  function checkScreen(view) {
    return screen("check", [choice.picked], () => {
      return [
        C.title(C.t("others_check")),
        C.el("div.sides", seatList(choice.picked)),
        C.el("div.actions", [
          C.backButton(back),
          model.hasRoom(choice) ? C.button("more", C.t("others_more"), () => { change({ more: true }); }, { kind: "quiet", icon: "others" }) : null,
          C.button("tell", C.t("others_tell"), () => { report(view); }, { kind: "main", icon: "check" }),
        ]),
      ];
    });
  }
  function report(view) {
    C.store.save("others", {
      day: tournament.member.uid, meeting: model.meetingKey(view.answer), who: choice.picked, nonce: C.nonce(), told: false });
    choice = model.newChoice();
    C.show();
    C.poke();
  }
  function withdraw() {
    C.store.save("others", { ...storedReport(), back: true, told: false, nonce: C.nonce() });
    choice = model.newChoice();
    C.close();
    C.poke();
  }
  function reportScreen(stored) {
    var offline = tournament.online === false, state = stored.told ? "told" : offline ? "later" : "telling";
    return screen("told", [stored, offline, people().length], () => {
      return [
        C.title(C.t("others_" + state)),
        C.box(stored.told ? "received" : "kept", stored.told ? "check" : "tablet", [C.p(C.t("others_" + state + "_more"), "receipt")]),
        C.el("div.sides.small", seatList(stored.who)),
        C.el("div.actions", [C.button("back", C.t("others_back"), withdraw, { kind: "back", icon: "back" })]),
      ];
    });
  }

  // After a new meeting the report is deleted. If it names the players of that meeting, they need not confirm that it is theirs.
  function updateReport(view) {
    var outcome = model.settle(storedReport(), tournament.member, view.answer, view.meeting);
    if (outcome === "stays") return;
    C.store.save("others", null);
    if (C.overlay === "others") C.overlay = null;
    if (outcome === "ours") C.store.save("ours", view.meeting.uid);
  }

  // The screen of the report or of its current step; null if other players are not being reported.
  C.othersScreen = (view) => {
    if (!view.answer || !view.round || view.answer.entry) return null; // not on a player's own phone
    updateReport(view);
    var stored = storedReport(), steps = { names: namesScreen, letters: lettersScreen, number: numberScreen, check: checkScreen };
    if (model.isCurrent(stored, tournament.member, view.answer) && (!C.overlay || C.overlay === "others")) return reportScreen(stored);
    if (C.overlay !== "others") { choice = model.newChoice(); return null; }
    return steps[model.step(choice)](view);
  };

  // Part of the sync loop: sends the report to the desk, and requests the players once per round.
  C.syncOthers = () => {
    var member = tournament.member, call = member && model.pendingCall(storedReport(), member);
    if (!member || tournament.shut) return Promise.resolve();
    var sent = call ? C.request("call", {
      token: member.token, epoch: member.epoch, nonce: call.nonce, what: call.what, who: call.who,
    }, member.addresses, C.acceptsCall).then((response) => {
      var stored = storedReport();
      if (!response || response.status !== 200 || !stored || stored.nonce !== call.nonce) return null;
      return C.store.save("others", stored.back ? null : { ...stored, told: true });
    }) : Promise.resolve();
    return sent.then(() => {
      if (!tournament.online || !model.needsPeople(storedPeople(), member)) return null;
      return C.request("people", { token: member.token }, member.addresses).then((response) => {
        if (!response || response.status !== 200) return null;
        return C.store.save("people", { key: model.responseKey(member, response.data), people: response.data.people });
      });
    });
  };
})();

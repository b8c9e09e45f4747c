// «This is not us»: those at the table say who they are, by the number on their card or by name, seat by seat (others_model.js).
// The desk is told, and seats them; what was said stays on this tablet until the desk has it, and this page shows the new meeting
// by itself. Kept as the thing "others"; and as "people", {key, people}, who plays in this round: asked for once, as later the
// network may be gone.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var day = C.day, model = C.othersModel, choice = model.start();

  function screen(key, sign, build) { return { key: "others-" + key, sign: sign, build: build }; }
  function kept() { return C.store.thing("others"); }
  function known() { return C.store.thing("people"); }
  function people() { return model.people(known(), day.member); }
  function person(number) { return model.person(people(), number); }
  function nameOf(number) {
    var one = person(number);
    return one ? one.name : C.t("others_number", { number: number });
  }
  C.saysWho = function () { return model.begun(choice); };
  function go(next) { choice = next; C.show(); }
  function change(changes) { go(Object.assign({}, choice, changes)); }
  function fault() {
    var said = choice.said;
    return said ? C.t(said.code, { name: nameOf(said.number), number: said.number }) : "";
  }
  function pick(number) { go(model.pick(choice, number, people(), model.complete(known(), day.member))); }
  function back() {
    var next = model.back(choice);
    if (next) { go(next); return; }
    choice = model.start();
    C.close();
  }
  function backWords() { return choice.picked.length || choice.listing || choice.more ? C.t("back") : C.t("others_back"); }
  function title() { return C.title(C.t("others_seat", { letter: model.LETTERS[choice.picked.length] }), above()); }
  function above() { return choice.picked.map(function (number, at) { return model.LETTERS[at] + " " + nameOf(number); }).join(" · "); }

  function byNumber() {
    var parts = {};
    function update() {
      var typed = choice.typed, one = typed && person(Number(typed)), said = fault();
      parts.pad.screen.textContent = typed;
      parts.name.textContent = said || (one ? one.name : typed ? C.t("others_number", { number: typed }) : "");
      parts.name.className = "consequence" + (said ? " is-wrong" : "");
      parts.ok.setAttribute("aria-disabled", String(!typed));
    }
    function press(key) {
      choice = model.press(choice, key);
      update();
    }
    return screen("number " + choice.picked.length, [choice.picked, choice.said, people().length], function () {
      parts.ok = C.button("next", C.t("next"), function () { if (choice.typed) pick(Number(choice.typed)); }, { kind: "main", icon: "right" });
      parts.pad = C.pad(press, parts.ok);
      parts.name = C.el("p.consequence", { "aria-live": "polite" }, "");
      update();
      return [
        title(),
        C.el("div.keypad-step", [
          C.el("div.typed", [parts.pad.screen, C.p(C.t("others_by_number"), "hint"), parts.name]),
          parts.pad.keys,
          C.el("div.actions.three", [
            C.back(back, backWords()),
            C.button("by-name", C.t("others_by_name"), function () { change({ listing: true }); }, { icon: "list" }),
            parts.ok,
          ]),
        ]),
      ];
    });
  }
  function letters() {
    var found = model.letters(people());
    return screen("letters " + choice.picked.length, [found], function () {
      return [
        title(),
        C.el("div.read", [C.p(C.t("others_letter"), "what-next"), C.el("div.others-letters", found.map(function (one) {
          return C.button("letter-" + one, one, function () { change({ letter: one, page: 0 }); });
        }))]),
        C.el("div.actions", [C.back(back)]),
      ];
    });
  }
  function names() {
    var letter = choice.letter, page = choice.page, found = model.page(people(), letter, page), said = fault();
    return screen(["names", choice.picked.length, letter, page].join(" "), [found.shown, choice.said], function () {
      return [
        title(),
        C.el("div.read", [
          said ? C.el("p.consequence.is-wrong", { role: "alert" }, said) : null,
          C.el("div.others-names", found.shown.map(function (one) {
            return C.button("person-" + one.number, one.name + ", " + one.number, function () { pick(one.number); });
          })),
        ]),
        C.el("div.actions", [
          C.back(back),
          found.pages > 1 ? C.button("more-names", C.t("others_more_names"), function () { change({ page: (page + 1) % found.pages }); }, { icon: "right" }) : null,
        ]),
      ];
    });
  }

  // What was said, read back and told

  function seats(who) {
    return who.map(function (number, at) {
      var one = person(number), planned = one && one.table ? C.t("others_planned", { table: one.table }) : "";
      return C.el("div.side." + C.tone(at), [C.el("div.person", [C.ring(model.LETTERS[at]), C.el("div", [
        C.p(nameOf(number), "name"), planned && one.table !== day.member.table ? C.p(planned, "so-far") : null,
      ])])]);
    });
  }
  function check(found) {
    return screen("check", [choice.picked], function () {
      return [
        C.title(C.t("others_check")),
        C.el("div.sides", seats(choice.picked)),
        C.el("div.actions", [
          C.back(back),
          model.hasRoom(choice) ? C.button("more", C.t("others_more"), function () { change({ more: true }); }, { kind: "quiet", icon: "others" }) : null,
          C.button("tell", C.t("others_tell"), function () { tell(found); }, { kind: "main", icon: "check" }),
        ]),
      ];
    });
  }
  function tell(found) {
    C.store.keep("others", { day: day.member.uid, meeting: model.about(found.told), who: choice.picked, nonce: C.nonce(), told: false });
    choice = model.start();
    C.show();
    C.poke();
  }
  function takeBack() {
    C.store.keep("others", Object.assign({}, kept(), { back: true, told: false, nonce: C.nonce() }));
    choice = model.start();
    C.close();
    C.poke();
  }
  function told(now) {
    var offline = day.online === false, state = now.told ? "told" : offline ? "later" : "telling";
    return screen("told", [now, offline, people().length], function () {
      return [
        C.title(C.t("others_" + state)),
        C.box(now.told ? "received" : "kept", now.told ? "check" : "tablet", [C.p(C.t("others_" + state + "_more"), "receipt")]),
        C.el("div.sides.small", seats(now.who)),
        C.el("div.actions", [C.button("back", C.t("others_back"), takeBack, { kind: "back", icon: "back" })]),
      ];
    });
  }

  // A new meeting: if it is theirs they have said so already.
  function settled(found) {
    var becomes = model.settle(kept(), day.member, found.told, found.meeting);
    if (becomes === "stays") return;
    C.store.keep("others", null);
    if (C.overlay === "others") C.overlay = null;
    if (becomes === "ours") C.store.keep("ours", found.meeting.uid);
  }

  // The screen of those who say that they are others, or null where nobody says so.
  C.others = function (found) {
    if (!found.told || !found.round || found.told.entry) return null; // a phone belongs to somebody
    settled(found);
    var now = kept(), steps = { names: names, letters: letters, number: byNumber, check: check };
    if (model.stands(now, day.member, found.told) && (!C.overlay || C.overlay === "others")) return told(now);
    if (C.overlay !== "others") { choice = model.start(); return null; }
    return steps[model.step(choice)](found);
  };

  // In the loop: what was said goes to the desk, and who plays is asked for once a round.
  C.tellOthers = function () {
    var member = day.member, call = member && model.call(kept(), member);
    if (!member || day.shut) return Promise.resolve();
    var first = call ? C.ask("call", {
      token: member.token, epoch: member.epoch, nonce: call.nonce, what: call.what, who: call.who,
    }, member.addresses, C.heardCall).then(function (answer) {
      var now = kept();
      if (!answer || answer.status !== 200 || !now || now.nonce !== call.nonce) return null;
      return C.store.keep("others", now.back ? null : Object.assign({}, now, { told: true }));
    }) : Promise.resolve();
    return first.then(function () {
      if (!day.online || !model.asksPeople(known(), member)) return null;
      return C.ask("people", { token: member.token }, member.addresses).then(function (answer) {
        if (!answer || answer.status !== 200) return null;
        return C.store.keep("people", { key: model.keyOf(member, answer.told), people: answer.told.people });
      });
    });
  };
})();

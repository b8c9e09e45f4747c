// «We are others»: those at the table say who they are, by the number on their card or by name, seat by seat. The desk is
// told, and seats them; what was said stays on this tablet until the desk has it, and this page shows the new meeting by itself.
// Kept as the thing "others": {day, meeting, who: [numbers], nonce, told, back}; `back`: it was taken back again.
// Kept as the thing "people": {key, people}: who plays in this round, asked for once, as later the network may be gone.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LETTERS = "ABCDEF", DIGITS = 5, A_PAGE = 6, FEWEST = 2;
  var day = C.day;
  var picked = [], typed = "", letter = null, page = 0, more = false, listing = false, said = "";

  function screen(key, sign, build) { return { key: "others-" + key, sign: sign, build: build }; }
  function kept() { return C.store.thing("others"); }
  // Which meeting, or the empty table of which round.
  function about(told) {
    var meeting = told && told.meetings[0];
    return meeting ? meeting.uid : told && told.round ? told.rules.stage + " " + told.round.number : null;
  }
  function stands(found) {
    var now = kept();
    return now && !now.back && day.member && now.day === day.member.uid && now.meeting === about(found.told) ? now : null;
  }
  C.saysWho = function () { return Boolean(typed || picked.length); };
  function start() { picked = []; typed = said = ""; letter = null; page = 0; more = listing = false; }

  // Who plays

  function key(member) {
    var told = member.told;
    return told && told.round ? [member.uid, member.epoch, told.rules.stage, told.round.number].join(" ") : "";
  }
  function people() {
    var known = C.store.thing("people"), member = day.member;
    if (known && member && known.key === key(member)) return known.people;
    return ((member.told && member.told.meetings) || []).reduce(function (list, meeting) {
      return meeting.sides.reduce(function (all, side) { return all.concat(side.entries); }, list);
    }, []);
  }
  function person(number) {
    return people().filter(function (one) { return one.number === number; })[0] || null;
  }
  function nameOf(number) {
    var one = person(number);
    return one ? one.name : C.t("others_number", { number: number });
  }
  function complete() { // whether everybody's name is here: then a number that is not among them is wrong
    var known = C.store.thing("people");
    return Boolean(known && known.key === key(day.member));
  }
  function initial(one) {
    return (one.sorted || one.name).normalize("NFD").replace(/[^A-Za-z]/g, "").charAt(0).toUpperCase() || "#";
  }

  // Choosing

  function pick(number) {
    if (picked.indexOf(number) >= 0) said = C.t("others_twice", { name: nameOf(number) });
    else if (complete() && !person(number)) said = C.t("others_nobody", { number: number });
    else {
      picked = picked.concat(number);
      typed = said = "";
      letter = null;
      listing = more = false;
    }
    C.show();
  }
  function back() {
    said = "";
    if (letter !== null) letter = null;
    else if (listing) listing = false;
    else if (more) more = false;
    else if (picked.length) { picked = picked.slice(0, -1); more = picked.length >= FEWEST; }
    else { C.close(); return; }
    C.show();
  }
  function backWords() { return picked.length || listing || more ? C.t("back") : C.t("others_back"); }
  function title() { return C.title(C.t("others_seat", { letter: LETTERS[picked.length] }), above()); }
  function above() { return picked.map(function (number, at) { return LETTERS[at] + " " + nameOf(number); }).join(" · "); }

  function byNumber() {
    var parts = {};
    function update() {
      var one = typed && person(Number(typed));
      parts.pad.screen.textContent = typed;
      parts.name.textContent = said || (one ? one.name : typed ? C.t("others_number", { number: typed }) : "");
      parts.name.className = "consequence" + (said ? " is-wrong" : "");
      parts.ok.setAttribute("aria-disabled", String(!typed));
    }
    function press(digit) {
      typed = C.typed(typed, digit, DIGITS).replace(/^0+/, "");
      said = "";
      update();
    }
    return screen("number " + picked.length, [picked, said, people().length], function () {
      parts.ok = C.button("next", C.t("next"), function () { if (typed) pick(Number(typed)); }, { kind: "main", icon: "right" });
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
            C.button("by-name", C.t("others_by_name"), function () { listing = true; C.show(); }, { icon: "list" }),
            parts.ok,
          ]),
        ]),
      ];
    });
  }
  function letters() {
    var found = people().map(initial).filter(function (one, at, all) { return all.indexOf(one) === at; }).sort();
    return screen("letters " + picked.length, [found], function () {
      return [
        title(),
        C.el("div.read", [C.p(C.t("others_letter"), "what-next"), C.el("div.others-letters", found.map(function (one) {
          return C.button("letter-" + one, one, function () { letter = one; page = 0; C.show(); });
        }))]),
        C.el("div.actions", [C.back(back)]),
      ];
    });
  }
  function names() {
    var found = people().filter(function (one) { return initial(one) === letter; });
    var pages = Math.ceil(found.length / A_PAGE), shown = found.slice(page * A_PAGE, (page + 1) * A_PAGE);
    return screen(["names", picked.length, letter, page].join(" "), [shown, said], function () {
      return [
        title(),
        C.el("div.read", [
          said ? C.el("p.consequence.is-wrong", { role: "alert" }, said) : null,
          C.el("div.others-names", shown.map(function (one) {
            return C.button("person-" + one.number, one.name + ", " + one.number, function () { pick(one.number); });
          })),
        ]),
        C.el("div.actions", [
          C.back(back),
          pages > 1 ? C.button("more-names", C.t("others_more_names"), function () { page = (page + 1) % pages; C.show(); }, { icon: "right" }) : null,
        ]),
      ];
    });
  }

  // What was said, read back and told

  function seats(who) {
    return who.map(function (number, at) {
      var one = person(number), planned = one && one.table ? C.t("others_planned", { table: one.table }) : "";
      return C.el("div.side." + C.tone(at), [C.el("div.person", [C.ring(LETTERS[at]), C.el("div", [
        C.p(nameOf(number), "name"), planned && one.table !== day.member.table ? C.p(planned, "so-far") : null,
      ])])]);
    });
  }
  function check(found) {
    return screen("check", [picked], function () {
      return [
        C.title(C.t("others_check")),
        C.el("div.sides", seats(picked)),
        C.el("div.actions", [
          C.back(back),
          picked.length < LETTERS.length ? C.button("more", C.t("others_more"), function () { more = true; C.show(); }, { kind: "quiet", icon: "others" }) : null,
          C.button("tell", C.t("others_tell"), function () { tell(found); }, { kind: "main", icon: "check" }),
        ]),
      ];
    });
  }
  function tell(found) {
    C.store.keep("others", { day: day.member.uid, meeting: about(found.told), who: picked, nonce: C.nonce(), told: false });
    start();
    C.show();
    C.poke();
  }
  function takeBack() {
    C.store.keep("others", Object.assign({}, kept(), { back: true, told: false, nonce: C.nonce() }));
    start();
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
    var now = kept();
    if (!now || now.back || (day.member && now.day === day.member.uid && now.meeting === about(found.told))) return;
    C.store.keep("others", null);
    if (C.overlay === "others") C.overlay = null;
    if (!found.meeting) return;
    var sit = found.meeting.sides.reduce(function (all, side) {
      return all.concat(side.entries.map(function (entry) { return entry.number; }));
    }, []);
    if (sit.slice().sort().join() === now.who.slice().sort().join()) C.store.keep("ours", found.meeting.uid);
  }

  // The screen of those who say that they are others, or null where nobody says so.
  C.others = function (found) {
    if (!found.told || !found.round || found.told.entry) return null; // a phone belongs to somebody
    settled(found);
    var now = stands(found);
    if (now && (!C.overlay || C.overlay === "others")) return told(now);
    if (C.overlay !== "others") { start(); return null; }
    if (letter !== null) return names();
    if (listing) return letters();
    return picked.length < FEWEST || more ? byNumber() : check(found);
  };

  // In the loop: what was said goes to the desk, and who plays is asked for once a round.
  C.tellOthers = function () {
    var now = kept(), member = day.member;
    if (!member || day.shut) return Promise.resolve();
    var still = now && (now.back || now.meeting === about(member.told)); // an hour without Wi-Fi, and it is another round
    var first = still && now.day === member.uid && !now.told ? C.ask("call", {
      token: member.token, epoch: member.epoch, nonce: now.nonce, what: now.back ? "as_planned" : "others",
      who: now.who.map(function (number) { return [number]; }),
    }, member.addresses, C.heardCall).then(function (answer) {
      if (!answer || answer.status !== 200 || !kept() || kept().nonce !== now.nonce) return null;
      return C.store.keep("others", now.back ? null : Object.assign({}, now, { told: true }));
    }) : Promise.resolve();
    return first.then(function () {
      if (!day.online || !key(member) || complete() || (member.told && member.told.entry)) return null;
      return C.ask("people", { token: member.token }, member.addresses).then(function (answer) {
        if (!answer || answer.status !== 200) return null;
        var asked = [member.uid, member.epoch, answer.told.stage, answer.told.round].join(" ");
        return C.store.keep("people", { key: asked, people: answer.told.people });
      });
    });
  };
})();

// What is opened over the table's page, and what comes before it: the code, another day's results, the judge, the code to carry.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var day = C.day, typed = "", asks;

  C.open = function (name) { C.overlay = name; C.show(); };
  C.close = function () { C.overlay = null; C.show(); };
  C.typesCode = function () { return Boolean(typed); };
  function close(text) { return C.back(C.close, text); }
  function screen(key, sign, build) { return { key: key, sign: sign, build: build }; }

  // The way in

  function joining() {
    var offline = day.online === false;
    return screen("joining", [offline], function () {
      return [
        C.title(C.t(offline ? "nobody_answers" : "connecting")),
        C.el("div.read", [C.p(C.t(offline ? "nobody_answers_more" : "connecting_more"), "what-next")]),
        offline ? C.el("div.actions", [
          C.button("seek", C.t("seek_type"), function () { C.open("seek"); }, { icon: "keypad" }),
          C.button("try", C.t("try_now"), C.poke, { kind: "main", icon: "again" }),
        ]) : null,
      ];
    });
  }
  function code() {
    var parts = {};
    function update() {
      parts.pad.screen.textContent = C.code.shown(typed);
      parts.ok.setAttribute("aria-disabled", String(!C.code.complete(typed)));
    }
    function press(key) {
      typed = C.code.typed(typed, key);
      update();
    }
    function enter() {
      if (!C.code.complete(typed)) return;
      day.problem = "";
      day.join(typed).then(function (answered) {
        if (answered && !day.problem) { typed = ""; C.overlay = null; C.forgetAddress(); C.poke(); }
        if (!answered) day.problem = C.t("nobody_answers");
        C.show();
      });
    }
    return screen("code", [day.problem], function () {
      parts.ok = C.button("join", C.t("join"), enter, { kind: "main", icon: "right" });
      parts.pad = C.pad(press, parts.ok, C.code.KEYS, C.code.read);
      parts.pad.keys.classList.add("of-code");
      parts.pad.keys.setAttribute("aria-label", C.t("keys_of_code"));
      update();
      return [
        C.title(C.t("type_code")),
        C.el("div.keypad-step.code-step-keys", [
          C.el("div.typed", [
            parts.pad.screen, C.p(C.t("type_code_more"), "hint"),
            C.el("p.consequence" + (day.problem ? ".is-wrong" : ""), { role: "alert" }, day.problem),
          ]),
          parts.pad.keys,
          C.el("div.actions", [day.member ? close() : null, parts.ok]),
        ]),
      ];
    });
  }
  // Another tournament is still on this tablet.
  function other() {
    var old = day.member, count = day.unsent(old.uid).length;
    var fresh = day.waiting || C.data.invitation.tournament;
    return screen("other", [count, fresh.name, day.problem], function () {
      return [
        C.title(C.t("other_day")),
        C.el("div.read", [
          C.p(C.t("other_day_is", { name: old.name, date: C.date(old.date) }), "sentence"),
          C.p(count ? C.tn("other_day_unsent", count) : C.t("other_day_all_sent"), count ? "consequence.is-wrong" : "consequence"),
          C.p(C.t("other_day_stays"), "hint"),
          day.problem ? C.el("p.consequence.is-wrong", { role: "alert" }, day.problem) : null,
        ]),
        C.el("div.actions", [
          count ? C.button("send", C.t("send_now"), function () { day.send(old, true).then(C.show); }, { icon: "again" }) : null,
          C.button("rejoin", C.t("go_to_day", { name: fresh.name }), function () {
            day.problem = "";
            (day.waiting ? Promise.resolve(true) : day.join(C.data.invitation.secret)).then(function (answered) {
              if (!answered) day.problem = C.t("nobody_answers");
              return day.waiting ? day.become(day.waiting) : null;
            }).then(function () { C.dress(); C.show(); C.poke(); });
          }, { kind: "main", icon: "right" }),
        ]),
      ];
    });
  }
  function shut() {
    return screen("shut", [day.shut, day.unsentAnywhere()], function () {
      var count = day.unsentAnywhere();
      return [
        C.title(C.t("shut")),
        C.el("div.read", [C.p(day.shut, "sentence"), count ? C.p(C.tn("unsent_stay", count), "consequence") : null]),
        C.el("div.actions", [
          count ? C.button("qr", C.t("show_code"), function () { C.open("qr"); }, { icon: "qr" }) : null,
          C.button("code", C.t("type_a_code"), function () { C.open("code"); }, { kind: "main", icon: "keypad" }),
        ]),
      ];
    });
  }

  // Another tablet writes for this table, and nobody has let this one in beside it.
  function waits(found) {
    return screen("waits", [found.member.table, found.told.label], function () {
      return [
        C.title(C.t("waits")),
        C.el("div.read", [C.p(C.t("waits_more", { table: found.member.table, label: found.told.label }), "sentence"), C.p(C.t("waits_then"), "what-next")]),
        C.el("div.actions", [C.button("code", C.t("type_a_code"), function () { C.open("code"); }, { icon: "keypad" })]),
      ];
    });
  }
  // The other way round: on the tablet that writes for this table. Who says no is not asked about that one again.
  var turnedAway = [];
  C.asksAbout = function (found) { return C.wording.newcomer(found.told, turnedAway); };
  C.newcomer = function (found) {
    var one = C.asksAbout(found);
    function letIn() {
      var member = day.member;
      C.ask("let_in", { token: member.token, epoch: member.epoch, device: one.device }, member.addresses).then(C.poke);
    }
    return one && C.box("kept newcomer", "tablet", [
      C.p(C.t("newcomer", { label: one.label }), "receipt"),
      C.el("div.row", [
        C.button("let-in", C.t("let_in"), letIn, { kind: "main", icon: "check" }),
        C.button("turn-away", C.t("no"), function () { turnedAway.push(one.device); C.show(); }),
      ]),
    ]);
  };

  // Over the page

  function callState(called) { return C.wording.call(called, day.online); }
  function others(found) {
    var called = C.called();
    return screen("others", [called && called.told, day.online], function () {
      return [
        C.title(C.t("others_title")),
        C.el("div.read", [
          C.p(C.t("others_raise"), "sentence"),
          C.p(C.t(called ? callState(called) : "others_call"), "what-next"),
        ]),
        C.el("div.actions", [
          close(C.t("others_back")),
          called ? null : C.button("call", C.t("call_desk"), function () { C.callJudge(); C.show(); }, { kind: "main", icon: "hand" }),
        ]),
      ];
    });
  }
  // A side protests the result that is in; on a player's own phone that player's alone.
  function protests(found) {
    if (!found.games || !found.games.length) return [];
    return found.meeting.sides.map(function (side, at) {
      var told = C.t("protest", { name: found.names[at] }), who = [side.entries.map(function (one) { return one.number; })];
      return C.phone && at !== found.side ? null : C.button("protest" + at, told, function () {
        asks = [told, { what: "protest", meeting: found.meeting.uid, who: who }];
        C.open("protest");
      }, { icon: "hand" });
    });
  }
  function protest() {
    return screen("protest", [], function () {
      return [C.title(asks[0]), C.el("div.actions", [close(C.t("no")), C.button("call", C.t("call_judge_yes"), function () {
        C.callJudge(asks[1]);
        C.open("judge");
      }, { kind: "main", icon: "hand" })])];
    });
  }
  function judge(found) {
    var called = C.called(), told = protests(found);
    return screen("judge" + (called ? " called" : ""), [called && called.told, day.online, told.length], function () {
      if (!called) {
        return [
          C.title(C.t("judge_title", { table: C.tableNow() })),
          C.el("div.read", [C.p(C.t("judge_more"), "what-next")]),
          C.el("div.actions", [close(C.t("no")), C.button("call", C.t("call_judge_yes"), function () { C.callJudge(); C.show(); }, { kind: "main", icon: "hand" })]),
          told.length ? C.el("div.actions", told) : null,
        ];
      }
      return [
        C.title(C.t(called.noted ? "protest_noted" : called.told ? "judge_called" : "judge_calling", { time: called.noted })),
        C.el("div.read", [C.p(C.t(callState(called)), "sentence")]),
        C.el("div.actions", [
          called.noted ? null : C.button("call-off", C.t("judge_over"), function () { C.callOff(); C.close(); }),
          C.button("back", C.t("back_to_table"), C.close, { kind: "main", icon: "check" }),
        ]),
      ];
    });
  }

  // Results as codes that any other device can bring to the desk.
  var shownCode = 0;
  function qr() {
    var waiting = C.store.results().filter(C.results.waits);
    var result = waiting[Math.min(shownCode, waiting.length - 1)];
    return screen("qr " + (result ? result.body.nonce : ""), [waiting.length], function () {
      if (!result) return [C.title(C.t("all_received")), C.el("div.actions", [close(C.t("back_to_table"))])];
      var text = C.address() + "/carry/#" + day.sealed(result), said = result.shown;
      return [
        C.title(C.t("code_title"), C.t("code_of", { number: waiting.indexOf(result) + 1, count: waiting.length })),
        C.el("div.code-step", [
          C.qr ? C.qr(text, C.t("code_alt")) || C.p(C.t("code_too_long"), "what-next") : C.p(text, "hint"),
          C.el("div", [
            C.p(C.inShort(said), "line"),
            C.p(C.t("code_how"), "what-next"), C.p(C.t("code_safe"), "hint"),
            C.el("details", [C.el("summary", C.t("code_as_text")), C.el("p.code-text", { tabindex: "0" }, text)]),
          ]),
        ]),
        C.el("div.actions", [
          close(C.t("back_to_table")),
          waiting.length > 1 ? C.button("following", C.t("next_code"), function () {
            shownCode = (shownCode + 1) % waiting.length;
            C.show();
          }, { icon: "right" }) : null,
        ]),
      ];
    });
  }
  // Everything that this tablet has taken today.
  function list() {
    var results = day.results();
    return screen("list", [results], function () {
      return [
        C.title(C.t("list_title")),
        results.length ? C.el("ol.list", results.map(function (result) {
          var said = result.shown, waits = C.results.waits(result);
          return C.el("li", [
            C.el("span.list-game", C.say(C.wording.gameOf(result.body.game, said.games, said.match)) || C.t("game", { number: said.round })),
            C.el("span", C.inShort(said)),
            C.el("span.list-state" + (waits ? ".waits" : ""), [C.icon(waits ? "tablet" : result.state === "refused" || result.state === "conflict" ? "alert" : "check"),
              C.t(C.wording.listed(result.state))]),
          ]);
        })) : C.p(C.t("list_empty"), "what-next"),
        C.el("div.actions", [
          close(), results.length && day.unsentAnywhere() ? C.button("qr", C.t("show_code"), function () { C.open("qr"); }, { icon: "qr" }) : null,
        ]),
      ];
    });
  }

  C.panel = function (found) {
    if (found.mode === "elsewhere") return C.elsewhereScreen();
    if (C.overlay === "seek") return C.seek();
    if (found.mode === "joining") return joining();
    if (found.mode === "code") return code();
    if (found.mode === "other") return other();
    var elsewhere = found.mode !== "waits" && C.others(found);
    if (elsewhere) return elsewhere;
    var opened = { others: others, judge: judge, protest: protest, qr: qr, list: list, menu: C.menu, code: code }[C.overlay];
    if (opened) return opened(found);
    return found.mode === "shut" ? shut() : found.mode === "waits" ? waits(found) : null;
  };
})();

// Dialogs over the table's page, and the pages before it: typing the code, results of another tournament, the judge, the QR code.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var tournament = C.tournament, typedCode = "", pending;

  C.open = (name) => { C.overlay = name; C.show(); };
  C.close = () => { C.overlay = null; C.show(); };
  C.isTypingCode = () => Boolean(typedCode);
  function closeButton(text) { return C.backButton(C.close, text); }
  function screen(key, content, build) { return { key, content, build }; }

  // Before the table's page

  function joiningScreen() {
    var offline = tournament.online === false;
    return screen("joining", [offline], () => {
      return [
        C.title(C.t(offline ? "nobody_answers" : "connecting")),
        C.el("div.read", [C.p(C.t(offline ? "nobody_answers_more" : "connecting_more"), "what-next")]),
        offline ? C.el("div.actions", [
          C.button("seek", C.t("seek_type"), () => { C.open("seek"); }, { icon: "keypad" }),
          C.button("try", C.t("try_now"), C.poke, { kind: "main", icon: "again" }),
        ]) : null,
      ];
    });
  }
  function codeScreen() {
    var parts = {};
    function update() {
      parts.pad.screen.textContent = C.code.format(typedCode);
      parts.ok.setAttribute("aria-disabled", String(!C.code.isComplete(typedCode)));
    }
    function press(key) {
      typedCode = C.code.press(typedCode, key);
      update();
    }
    function submitCode() {
      if (!C.code.isComplete(typedCode)) return;
      tournament.problem = "";
      tournament.join(typedCode).then((answered) => {
        if (answered && !tournament.problem) { typedCode = ""; C.overlay = null; C.forgetAddress(); C.poke(); }
        if (!answered) tournament.problem = C.t("nobody_answers");
        C.show();
      });
    }
    return screen("code", [tournament.problem], () => {
      parts.ok = C.button("join", C.t("join"), submitCode, { kind: "main", icon: "right" });
      parts.pad = C.pad(press, parts.ok, C.code.KEYS, C.code.readKey);
      parts.pad.keys.classList.add("of-code");
      parts.pad.keys.setAttribute("aria-label", C.t("keys_of_code"));
      update();
      return [
        C.title(C.t("type_code")),
        C.el("div.keypad-step.code-step-keys", [
          C.el("div.typed", [
            parts.pad.screen, C.p(C.t("type_code_more"), "hint"),
            C.el("p.consequence" + (tournament.problem ? ".is-wrong" : ""), { role: "alert" }, tournament.problem),
          ]),
          parts.pad.keys,
          C.el("div.actions", [tournament.member ? closeButton() : null, parts.ok]),
        ]),
      ];
    });
  }
  // The tablet still holds another tournament.
  function otherDayScreen() {
    var member = tournament.member, unsent = tournament.unsent(member.uid).length;
    var invited = tournament.waiting || C.data.invitation.tournament;
    return screen("other", [unsent, invited.name, tournament.problem], () => {
      return [
        C.title(C.t("other_day")),
        C.el("div.read", [
          C.p(C.t("other_day_is", { name: member.name, date: C.date(member.date) }), "sentence"),
          C.p(unsent ? C.tn("other_day_unsent", unsent) : C.t("other_day_all_sent"), unsent ? "consequence.is-wrong" : "consequence"),
          C.p(C.t("other_day_stays"), "hint"),
          tournament.problem ? C.el("p.consequence.is-wrong", { role: "alert" }, tournament.problem) : null,
        ]),
        C.el("div.actions", [
          unsent ? C.button("send", C.t("send_now"), () => { tournament.sendResults(member, true).then(C.show); }, { icon: "again" }) : null,
          C.button("rejoin", C.t("go_to_day", { name: invited.name }), () => {
            tournament.problem = "";
            (tournament.waiting ? Promise.resolve(true) : tournament.join(C.data.invitation.secret)).then((answered) => {
              if (!answered) tournament.problem = C.t("nobody_answers");
              return tournament.waiting ? tournament.switchTo(tournament.waiting) : null;
            }).then(() => { C.show(); C.poke(); });
          }, { kind: "main", icon: "right" }),
        ]),
      ];
    });
  }
  function shutScreen() {
    return screen("shut", [tournament.shut, tournament.unsentAnywhere()], () => {
      var count = tournament.unsentAnywhere();
      return [
        C.title(C.t("shut")),
        C.el("div.read", [C.p(tournament.shut, "sentence"), count ? C.p(C.tn("unsent_stay", count), "consequence") : null]),
        C.el("div.actions", [
          count ? C.button("qr", C.t("show_code"), () => { C.open("qr"); }, { icon: "qr" }) : null,
          C.button("code", C.t("type_a_code"), () => { C.open("code"); }, { kind: "main", icon: "keypad" }),
        ]),
      ];
    });
  }

  // Another tablet reports for this table and has not let this one in.
  function waitingScreen(view) {
    return screen("waits", [view.member.table, view.answer.label], () => {
      return [
        C.title(C.t("waits")),
        C.el("div.read", [C.p(C.t("waits_more", { table: view.member.table, label: view.answer.label }), "sentence"), C.p(C.t("waits_then"), "what-next")]),
        C.el("div.actions", [C.button("code", C.t("type_a_code"), () => { C.open("code"); }, { icon: "keypad" })]),
      ];
    });
  }
  // On the tablet that reports: let the new one in? Asks once.
  var turnedAway = [];
  C.pendingNewcomer = (view) => C.wording.newcomer(view.answer, turnedAway);
  C.newcomerBox = (view) => {
    var newcomer = C.pendingNewcomer(view);
    function letIn() {
      var member = tournament.member;
      C.request("let_in", { token: member.token, epoch: member.epoch, device: newcomer.device }, member.addresses).then(C.poke);
    }
    return newcomer && C.box("kept newcomer", "tablet", [
      C.p(C.t("newcomer", { label: newcomer.label }), "receipt"),
      C.el("div.row", [
        C.button("let-in", C.t("let_in"), letIn, { kind: "main", icon: "check" }),
        C.button("turn-away", C.t("no"), () => { turnedAway.push(newcomer.device); C.show(); }),
      ]),
    ]);
  };

  // Over the table's page

  function callState(call) { return C.wording.callCode(call, tournament.online); }
  function othersScreen(view) {
    var call = C.currentCall();
    return screen("others", [call && call.delivered, tournament.online], () => {
      return [
        C.title(C.t("others_title")),
        C.el("div.read", [
          C.p(C.t("others_raise"), "sentence"),
          C.p(C.t(call ? callState(call) : "others_call"), "what-next"),
        ]),
        C.el("div.actions", [
          closeButton(C.t("others_back")),
          call ? null : C.button("call", C.t("call_desk"), () => { C.callJudge(); C.show(); }, { kind: "main", icon: "hand" }),
        ]),
      ];
    });
  }
  // A side's protest against the result; on a player's own phone that side's alone.
  function protestButtons(view) {
    if (!view.games || !view.games.length) return [];
    return view.meeting.sides.map((side, i) => {
      var label = C.t("protest", { name: view.names[i] }), numbers = [side.entries.map((entry) => entry.number)];
      return C.phone && i !== view.mine ? null : C.button("protest" + i, label, () => {
        pending = [label, { what: "protest", meeting: view.meeting.uid, who: numbers }];
        C.open("protest");
      }, { icon: "hand" });
    }).filter(Boolean);
  }
  function protestScreen() {
    return screen("protest", [], () => {
      return [C.title(pending[0]), C.el("div.actions", [closeButton(C.t("no")), C.button("call", C.t("call_judge_yes"), () => {
        C.callJudge(pending[1]);
        C.open("judge");
      }, { kind: "main", icon: "hand" })])];
    });
  }
  function judgeButton(text, kind) {
    return C.button("call", C.t(text), () => {
      C.callJudge();
      C.show();
    }, { kind, icon: "hand" });
  }
  function judgeScreen(view) { // a protest may wait for long: a judge can be called meanwhile
    var call = C.currentCall(), buttons = protestButtons(view);
    var key = "judge" + (!call ? "" : call.noted ? " noted" : " called");
    return screen(key, [call && call.delivered, tournament.online, buttons.length], () => {
      if (!call) {
        return [
          C.title(C.text(C.wording.judgeTitle(C.currentTable()))),
          C.el("div.read", [C.p(C.t("judge_more"), "what-next")]),
          C.el("div.actions", [closeButton(C.t("no")), judgeButton("call_judge_yes", "main")]),
          buttons.length ? C.el("div.actions", buttons) : null,
        ];
      }
      return [
        C.title(C.t(call.noted ? "protest_noted" : call.delivered ? "judge_called" : "judge_calling", { time: call.noted })),
        C.el("div.read", [C.p(C.t(callState(call)), "sentence")]),
        C.el("div.actions", [
          call.noted ? judgeButton("call_judge") : C.button("call-off", C.t("judge_over"), () => { C.cancelCall(); C.close(); }),
          C.button("back", C.t("back_to_table"), C.close, { kind: "main", icon: "check" }),
        ]),
      ];
    });
  }

  // Unsent results as QR codes, which any other device can bring to the desk.
  var codeIndex = 0;
  function qrScreen() {
    var waiting = C.store.results().filter(C.results.isWaiting);
    var result = waiting[Math.min(codeIndex, waiting.length - 1)];
    return screen("qr " + (result ? result.body.nonce : ""), [waiting.length], () => {
      if (!result) return [C.title(C.t("all_received")), C.el("div.actions", [closeButton(C.t("back_to_table"))])];
      var text = C.serverUrl() + "/carry/#" + tournament.offlineCode(result), shown = result.shown;
      return [
        C.title(C.t("code_title"), C.t("code_of", { number: waiting.indexOf(result) + 1, count: waiting.length })),
        C.el("div.code-step", [
          C.qr ? C.qr(text, C.t("code_alt")) || C.p(C.t("code_too_long"), "what-next") : C.p(text, "hint"),
          C.el("div", [
            C.p(C.shortResult(shown), "line"),
            C.p(C.t("code_how"), "what-next"), C.p(C.t("code_safe"), "hint"),
            C.el("details", [C.el("summary", C.t("code_as_text")), C.el("p.code-text", { tabindex: "0" }, text)]),
          ]),
        ]),
        C.el("div.actions", [
          closeButton(C.t("back_to_table")),
          waiting.length > 1 ? C.button("following", C.t("next_code"), () => {
            codeIndex = (codeIndex + 1) % waiting.length;
            C.show();
          }, { icon: "right" }) : null,
        ]),
      ];
    });
  }
  // All results of the tournament that this tablet keeps.
  function listScreen() {
    var results = tournament.results();
    return screen("list", [results], () => {
      return [
        C.title(C.t("list_title")),
        results.length ? C.el("ol.list", results.map((result) => {
          var shown = result.shown, isWaiting = C.results.isWaiting(result);
          return C.el("li", [
            C.el("span.list-game", C.gameOf(result)),
            C.el("span", C.shortResult(shown)),
            C.el("span.list-state" + (isWaiting ? ".waits" : ""), [
              C.icon(isWaiting ? "tablet" : result.state === "refused" || result.state === "conflict" ? "alert" : "check"),
              C.t(C.wording.listCode(result.state))]),
          ]);
        })) : C.p(C.t("list_empty"), "what-next"),
        C.el("div.actions", [
          closeButton(),
          results.length && tournament.unsentAnywhere() ? C.button("qr", C.t("show_code"), () => { C.open("qr"); }, { icon: "qr" }) : null,
        ]),
      ];
    });
  }

  C.panel = (view) => {
    if (view.mode === "elsewhere") return C.elsewhereScreen();
    if (C.overlay === "seek") return C.seekScreen();
    if (view.mode === "joining") return joiningScreen();
    if (view.mode === "code") return codeScreen();
    if (view.mode === "other") return otherDayScreen();
    var panel = view.mode !== "waits" && C.othersScreen(view);
    if (panel) return panel;
    var build = {
      others: othersScreen, judge: judgeScreen, protest: protestScreen, qr: qrScreen, list: listScreen, menu: C.menuScreen, code: codeScreen
    }[C.overlay];
    if (build) return build(view);
    return view.mode === "shut" ? shutScreen() : view.mode === "waits" ? waitingScreen(view) : null;
  };
})();

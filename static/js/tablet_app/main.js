// Renders the page: the current screen, the header and the footer. The screen is rebuilt only after a change.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var container = document.getElementById("screen"), statusBar = document.getElementById("status");
  var shownKey = null, signature = null, shownStatus = null, shownRound = null;

  function showMessage(text) { // a live region: set only after a change, so that it is announced once
    var line = document.getElementById("told");
    if (line.textContent === text) return;
    line.hidden = !text;
    line.replaceChildren.apply(line, text ? [C.icon("info"), C.el("span", text)] : []);
  }
  function renderHeader(view, tool) {
    var joined = C.tournament.member && view.mode !== "other" && view.mode !== "elsewhere", table = joined ? C.currentTable() : null;
    document.getElementById("plate").textContent = table ? C.t("table", { table }) : "Cheville";
    var clock = tool ? C.clockText() : "", heading = document.getElementById("of-day");
    heading.textContent = clock || (joined ? C.tournament.member.name : "");
    heading.classList.toggle("is-clock", Boolean(clock));
    showMessage(joined ? C.wording.notice(C.tournament.member.told, C.tournament.member.noticeEnds, Date.now()) : "");
    document.getElementById("menu").hidden = !joined;
    document.getElementById("menu-word").textContent = C.t("menu");
    document.getElementById("judge").hidden = !joined || view.mode === "shut";
    document.getElementById("judge-word").textContent = C.t(C.currentCall() ? "judge_called_short" : "call_judge");
    var other = C.otherLanguages()[0], button = document.getElementById("language");
    button.dataset.to = other.code;
    button.lang = other.code;
    document.getElementById("language-word").textContent = other.name;
  }
  function status() {
    return C.wording.status({
      elsewhere: C.elsewhere, cannotKeep: C.cannotKeep, unsent: C.tournament.unsentAnywhere(), online: C.tournament.online, why: C.tournament.why,
      member: Boolean(C.tournament.member), results: C.tournament.results().length,
    });
  }
  function renderFooter() {
    var line = status(), words = C.text(line[2]), content = [line[0], line[1], words].join(" ");
    if (content === shownStatus) return;
    shownStatus = content;
    statusBar.className = "status " + line[0];
    statusBar.replaceChildren(C.icon(line[1]), C.el("span", words));
  }
  function currentScreen(view) {
    var panel = C.panel(view);
    if (panel) return panel;
    var entry = C.entryScreen(view), tool = entry ? null : C.toolScreen(view);
    return entry || (tool && Object.assign(tool, { tool: true })) || C.withOfflineBox(C.screenOf(view));
  }
  function noticeBox() { // announced once, as the focus moves to the heading below it
    var good = C.notice === C.t("seek_found");
    var box = C.box(good ? "received" : "dispute", good ? "check" : "info", [C.p(C.notice, "receipt")]);
    if (C.notice !== C.shownNotice) box.setAttribute("role", "alert");
    return box;
  }
  function restoreFocus(isNew, focusedId) {
    if (isNew) {
      window.scrollTo(0, 0);
      container.scrollTop = 0;
      var title = container.querySelector("h1");
      title.focus({ preventScroll: true });
      document.title = title.textContent + " · Cheville";
      return;
    }
    var element = focusedId && container.querySelector('[data-id="' + focusedId + '"]');
    if (element) element.focus({ preventScroll: true });
  }

  function closeOnNewRound(view) {
    var round = C.situations.roundKey(view), typing = (C.overlay === "code" && C.isTypingCode()) || (C.overlay === "seek" && C.isSeeking()) ||
      (C.overlay === "others" && C.isChoosingPlayers());
    if (round === null) return;
    if (C.situations.shouldClose(shownRound, round, typing)) C.overlay = null;
    shownRound = round;
  }
  C.show = () => {
    C.phone = C.isPhone();
    var view = C.situation();
    closeOnNewRound(view);
    var screen = currentScreen(view);
    renderHeader(view, screen.tool);
    renderFooter();
    var newSignature = JSON.stringify([screen.key, screen.content, C.language, C.notice || ""]);
    if (newSignature === signature) return;
    var isNew = screen.key !== shownKey, focusedId = container.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    if (isNew && shownKey !== null && C.notice && C.notice === C.shownNotice) C.notice = "";
    signature = newSignature;
    shownKey = screen.key;
    var nodes = screen.build().filter(Boolean);
    if (C.notice) nodes.unshift(noticeBox());
    C.shownNotice = C.notice;
    container.dataset.mode = document.body.dataset.mode = screen.key.split(" ")[0];
    container.replaceChildren.apply(container, nodes);
    restoreFocus(isNew, focusedId);
  };

  C.joinInvitation = () => {
    var invited = C.data.invitation;
    if (!invited || C.tournament.problem) return Promise.resolve(null);
    return C.tournament.join(invited.secret);
  };
  // A typed code takes precedence over the address, also after a reload.
  C.forgetAddress = () => {
    C.data.invitation = null;
    history.replaceState(null, "", "/table/");
  };

  document.getElementById("language").addEventListener("click", function () { C.switchLanguage(this.dataset.to); });
  document.getElementById("menu").addEventListener("click", () => { C.open(C.overlay === "menu" ? null : "menu"); });
  document.getElementById("judge").addEventListener("click", () => { C.open("judge"); });

  // Starts with the stored data; also takes over from another window of this browser.
  C.start = () => {
    return C.store.open().then(C.tournament.restore).then((saved) => {
      C.cannotKeep = !saved;
      C.claim();
      C.applySettings();
      C.started = true;
      C.poke();
      C.show();
    });
  };
  C.start();
})();

// Puts the right screen on the page, and only touches it when something on it has changed.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var place = document.getElementById("screen"), status = document.getElementById("status");
  var key = null, signature = null, heard = null, round = null;

  function tell(text) { // announced when it comes, not each time that the page looks
    var line = document.getElementById("told");
    if (line.textContent === text) return;
    line.hidden = !text;
    line.replaceChildren.apply(line, text ? [C.icon("info"), C.el("span", text)] : []);
  }
  function header(found, tool) {
    var known = C.day.member && found.mode !== "other" && found.mode !== "elsewhere", table = known ? C.tableNow() : null;
    document.getElementById("plate").textContent = table ? C.t("table", { table: table }) : "Cheville";
    var clock = tool ? C.clockWords() : "", ofDay = document.getElementById("of-day");
    ofDay.textContent = clock || (known ? C.day.member.name : "");
    ofDay.classList.toggle("is-clock", Boolean(clock));
    tell(known ? C.wording.notice(C.day.member.told, C.day.member.noticeEnds, Date.now()) : "");
    document.getElementById("menu").hidden = !known;
    document.getElementById("menu-word").textContent = C.t("menu");
    document.getElementById("judge").hidden = !known || found.mode === "shut";
    document.getElementById("judge-word").textContent = C.t(C.called() ? "judge_called_short" : "call_judge");
    var other = C.otherLanguages()[0], button = document.getElementById("language");
    button.dataset.to = other.code;
    button.lang = other.code;
    document.getElementById("language-word").textContent = other.name;
  }
  function state() {
    return C.wording.status({
      elsewhere: C.elsewhere, cannotKeep: C.cannotKeep, unsent: C.day.unsentAnywhere(), online: C.day.online, why: C.day.why,
      member: Boolean(C.day.member), results: C.day.results().length,
    });
  }
  function footer() {
    var now = state(), words = C.say(now[2]), said = [now[0], now[1], words].join(" ");
    if (said === heard) return;
    heard = said;
    status.className = "status " + now[0];
    status.replaceChildren(C.icon(now[1]), C.el("span", words));
  }
  function screen(found) {
    var panel = C.panel(found);
    if (panel) return panel;
    var entry = C.entering(found), tool = entry ? null : C.tooling(found);
    return entry || (tool && Object.assign(tool, { tool: true })) || C.lost(C.screenOf(found));
  }
  function notice() { // said once, as the focus goes to the heading below it
    var good = C.notice === C.t("seek_found");
    var box = C.box(good ? "received" : "dispute", good ? "check" : "info", [C.p(C.notice, "receipt")]);
    if (C.notice !== C.noticed) box.setAttribute("role", "alert");
    return box;
  }
  function settle(moved, focused) {
    if (moved) {
      window.scrollTo(0, 0);
      place.scrollTop = 0;
      var title = place.querySelector("h1");
      title.focus({ preventScroll: true });
      document.title = title.textContent + " · Cheville";
      return;
    }
    var again = focused && place.querySelector('[data-id="' + focused + '"]');
    if (again) again.focus({ preventScroll: true });
  }

  function begins(found) {
    var now = C.situations.round(found), typing = (C.overlay === "code" && C.typesCode()) || (C.overlay === "seek" && C.seeks()) ||
      (C.overlay === "others" && C.saysWho());
    if (now === null) return;
    if (C.situations.closes(round, now, typing)) C.overlay = null;
    round = now;
  }
  C.show = function () {
    C.phone = C.onPhone();
    var found = C.situation();
    begins(found);
    var shown = screen(found);
    header(found, shown.tool);
    footer();
    var now = JSON.stringify([shown.key, shown.sign, C.language, C.notice || ""]);
    if (now === signature) return;
    var moved = shown.key !== key, focused = place.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    if (moved && key !== null && C.notice && C.notice === C.noticed) C.notice = "";
    signature = now;
    key = shown.key;
    var nodes = shown.build().filter(Boolean);
    if (C.notice) nodes.unshift(notice());
    C.noticed = C.notice;
    place.dataset.mode = document.body.dataset.mode = shown.key.split(" ")[0];
    place.replaceChildren.apply(place, nodes);
    settle(moved, focused);
  };

  C.joining = function () {
    var invited = C.data.invitation;
    if (!invited || C.day.problem) return Promise.resolve(null);
    return C.day.join(invited.secret);
  };
  // A typed code counts more than the address, also when the page is read again.
  C.forgetAddress = function () {
    C.data.invitation = null;
    history.replaceState(null, "", "/table/");
  };

  document.getElementById("language").addEventListener("click", function () { C.switchLanguage(this.dataset.to); });
  document.getElementById("menu").addEventListener("click", function () { C.open(C.overlay === "menu" ? null : "menu"); });
  document.getElementById("judge").addEventListener("click", function () { C.open("judge"); });

  // With what this tablet has kept; also where another window of it has gone on meanwhile.
  C.start = function () {
    return C.store.open().then(C.day.remember).then(function (kept) {
      C.cannotKeep = !kept;
      C.claim();
      C.dress();
      C.started = true;
      C.poke();
      C.show();
    });
  };
  C.start();
})();

// Hands the result behind the # of the address to the desk, and says what became of it. The code stays in the address
// until it is received: reading the page again sends it again, and it is counted once.
(function () {
  "use strict";
  var C = window.Cheville;
  var LONGEST = 30000;
  var place = document.getElementById("screen"), wait = 2000, timer = null;
  var code = location.hash.slice(1);

  function show(kind, icon, title, text, again) {
    place.replaceChildren.apply(place, [
      C.title(title), C.box(kind, icon, [C.p(text, "receipt")]),
      again ? C.el("div.actions", [C.button("try", C.t("try_now"), send, { kind: "main", icon: "again" })]) : null,
    ].filter(Boolean));
    place.querySelector("h1").focus();
    document.title = title + " · Cheville";
  }
  function send() {
    var sent = code;
    clearTimeout(timer);
    C.ask("submit", { carried: [sent], language: C.language }).then(function (answer) {
      if (sent !== code) return; // another one has been scanned since
      if (!answer || answer.status !== 200) {
        show("kept", "off", C.t("carry_waits"), C.t("carry_waits_more"), true);
        timer = setTimeout(send, wait);
        wait = Math.min(wait * 2, LONGEST);
        return;
      }
      said(answer.told.answers[0]);
    });
  }
  function said(answer) {
    if (answer.answer === "accepted" || answer.answer === "same") show("received", "check", C.t("carry_received"), C.t("carry_received_more"));
    else if (answer.answer === "later") show("kept", "tablet", C.t("carry_later"), answer.sentence, true);
    else show("dispute", "alert", C.t(answer.answer === "conflict" ? "carry_conflict" : "carry_refused"), answer.sentence);
  }

  if (code) {
    show("kept", "tablet", C.t("carry_sending"), C.t("carry_waits_more"));
    send();
  }
  else show("kept", "info", C.t("carry_none"), C.t("carry_none_more"));
  window.addEventListener("hashchange", function () { code = location.hash.slice(1); if (code) send(); });
})();

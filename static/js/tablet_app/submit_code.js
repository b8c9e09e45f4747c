// Sends the offline code behind the # of the address to the desk and shows the outcome. The code stays in the address until it is
// received: reloading the page sends it again, and the desk counts it once.
(function () {
  "use strict";
  var C = window.Cheville;
  var RETRY_MS = 2000, MAX_RETRY_MS = 30000;
  var container = document.getElementById("screen"), retryMs = RETRY_MS, timer = null;
  var code = location.hash.slice(1);

  function show(kind, icon, title, text, canRetry) {
    container.replaceChildren.apply(container, [
      C.title(title), C.box(kind, icon, [C.p(text, "receipt")]),
      canRetry ? C.el("div.actions", [C.button("try", C.t("try_now"), send, { kind: "main", icon: "again" })]) : null,
    ].filter(Boolean));
    container.querySelector("h1").focus();
    document.title = title + " · Cheville";
  }
  function send() {
    var sentCode = code;
    clearTimeout(timer);
    C.request("submit", { carried: [sentCode], language: C.language }).then((response) => {
      if (sentCode !== code) return; // another code was scanned in the meantime
      if (!response || response.status !== 200) {
        show("kept", "off", C.t("carry_waits"), C.t("carry_waits_more"), true);
        timer = setTimeout(send, retryMs);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
        return;
      }
      showOutcome(response.data.answers[0]);
    });
  }
  function showOutcome(answer) {
    if (answer.answer === "accepted" || answer.answer === "same") show("received", "check", C.t("carry_received"), C.t("carry_received_more"));
    else if (answer.answer === "later") show("kept", "tablet", C.t("carry_later"), answer.sentence, true);
    else show("dispute", "alert", C.t(answer.answer === "conflict" ? "carry_conflict" : "carry_refused"), answer.sentence);
  }

  if (code) {
    show("kept", "tablet", C.t("carry_sending"), C.t("carry_waits_more"));
    send();
  }
  else show("kept", "info", C.t("carry_none"), C.t("carry_none_more"));
  window.addEventListener("hashchange", () => {
    code = location.hash.slice(1);
    retryMs = RETRY_MS;
    if (code) send();
  });
})();

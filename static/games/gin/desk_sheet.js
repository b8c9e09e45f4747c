// Shows the sheet of a game of gin beside the fields of the desk: the server computes it while it is typed.
(function () {
  "use strict";
  var D = window.Cheville.desk;

  D.sheet = (form, address, token) => {
    var hands = form.elements.hands, panel = document.getElementById("desk-hands"), sheet = document.getElementById("desk-sheet");
    var timer = 0, requests = 0;

    function refresh() {
      var request = ++requests;
      if (!hands.value.trim()) { sheet.replaceChildren(); return; }
      var body = new URLSearchParams(new FormData(form));
      body.set("csrfmiddlewaretoken", token());
      fetch(address, { method: "POST", body, credentials: "same-origin" }).then((response) => response.ok ? response.text() : null).then((html) => {
        if (html === null || request !== requests) return;
        sheet.innerHTML = html;
        D.hideRepeatedErrors(); // the answer to an entry may have come first
      }).catch(() => { /* the text stays; sending the entry reports a lost connection */ });
    }
    hands.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(refresh, 150); });
    panel.addEventListener("toggle", () => { if (panel.open && hands.value.trim()) refresh(); });

    return {
      refresh,
      clear: () => {
        if (hands.value || !(panel.open || sheet.firstChild)) return;
        requests++;
        panel.open = false;
        sheet.replaceChildren();
      },
    };
  };
})();

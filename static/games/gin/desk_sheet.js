// Shows the sheet of a game of gin beside the fields of the desk: the server computes it while it is typed.
(function () {
  "use strict";
  var D = window.Cheville.desk;

  D.sheet = function (form, address, token) {
    var hands = form.elements.hands, panel = document.getElementById("desk-hands"), sheet = document.getElementById("desk-sheet");
    var timer = 0, requests = 0;

    function refresh() {
      var request = ++requests;
      if (!hands.value.trim()) { sheet.replaceChildren(); return; }
      var body = new URLSearchParams(new FormData(form));
      body.set("csrfmiddlewaretoken", token());
      fetch(address, { method: "POST", body: body, credentials: "same-origin" }).then(function (response) {
        return response.ok ? response.text() : null;
      }).then(function (html) {
        if (html !== null && request === requests) sheet.innerHTML = html;
      }).catch(function () { /* the text stays; sending the entry reports a lost connection */ });
    }
    hands.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(refresh, 150); });
    panel.addEventListener("toggle", function () { if (panel.open && hands.value.trim()) refresh(); });

    return {
      refresh: refresh,
      clear: function () {
        if (hands.value || !(panel.open || sheet.firstChild)) return;
        requests++;
        panel.open = false;
        sheet.replaceChildren();
      },
    };
  };
})();

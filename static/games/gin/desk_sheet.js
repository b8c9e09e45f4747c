// The sheet of a game of gin beside the boxes of the desk: worked out by the server as it is typed.
(function () {
  "use strict";
  var D = window.Cheville.desk;

  D.sheet = function (form, address, token) {
    var hands = form.elements.hands, panel = document.getElementById("desk-hands"), sheet = document.getElementById("desk-sheet");
    var timer = 0, asked = 0;

    function workOut() {
      var turn = ++asked;
      if (!hands.value.trim()) { sheet.replaceChildren(); return; }
      var body = new URLSearchParams(new FormData(form));
      body.set("csrfmiddlewaretoken", token());
      fetch(address, { method: "POST", body: body, credentials: "same-origin" }).then(function (answer) { return answer.ok ? answer.text() : null; }).then(function (html) {
        if (html !== null && turn === asked) sheet.innerHTML = html;
      }).catch(function () { /* what is typed stays; the entry itself will say that nobody answers */ });
    }
    hands.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(workOut, 150); });
    panel.addEventListener("toggle", function () { if (panel.open && hands.value.trim()) workOut(); });

    return {
      workOut: workOut,
      empty: function () {
        if (hands.value || !(panel.open || sheet.firstChild)) return;
        asked++;
        panel.open = false;
        sheet.replaceChildren();
      },
    };
  };
})();

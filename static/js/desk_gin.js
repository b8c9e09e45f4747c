// Gin at the desk: both final totals as they stand on the sheet, the higher wins unless A or B says who did; H opens
// the sheet hand by hand, which the server works out as it is typed.
(function () {
  "use strict";

  window.deskEntries = window.deskEntries || {};
  window.deskEntries.gin = function (desk) {
    var words = desk.data.words, form = desk.form;
    var a = form.elements.total_A, b = form.elements.total_B, hands = form.elements.hands;
    var panel = document.getElementById("desk-hands"), sheet = document.getElementById("desk-sheet");
    var named = false, timer = 0, asked = 0;

    function whole(box) { return /^-?\d+$/.test(box.value.trim()) ? Number(box.value) : null; }
    function higher() {
      var one = whole(a), two = whole(b);
      return one === null || two === null || one === two ? "" : one > two ? "A" : "B";
    }
    function follow() {
      if (named) return;
      Array.from(form.elements.winner).forEach(function (radio) { radio.checked = radio.value === higher(); });
    }
    function workOut() {
      var turn = ++asked, body = new URLSearchParams(new FormData(form));
      if (!hands.value.trim()) { sheet.replaceChildren(); return; }
      fetch(desk.data.urls.sheet, {
        method: "POST", body: body, credentials: "same-origin",
        headers: { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
      }).then(function (answer) { return answer.ok ? answer.text() : null; }).then(function (html) {
        if (html !== null && turn === asked) sheet.innerHTML = html;
      }).catch(function () { /* what is typed stays; the entry itself will say that nobody answers */ });
    }
    function emptyLine() {
      var start = hands.value.lastIndexOf("\n", hands.selectionStart - 1) + 1;
      return hands.value.trim() && !hands.value.slice(start).trim();
    }

    hands.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(workOut, 150); });
    hands.addEventListener("keydown", function (event) {
      if (event.key === "Escape") { event.preventDefault(); a.focus(); }
      if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || emptyLine())) return;
      event.preventDefault();
      desk.submit();
    });
    panel.addEventListener("toggle", function () { if (panel.open && hands.value.trim()) workOut(); });

    return {
      fields: [a, b],
      boxes: [a, b, hands],
      named: { winner: a, total_A: a, total_B: b, hands: hands },
      opens: /^[ h]$/,
      after: function (field) { return field === a ? b : null; },
      letter: function (letter) { named = true; desk.setWinner(letter); },
      turn: function () {
        if (!a.value && !b.value) return false;
        var kept = a.value;
        a.value = b.value;
        b.value = kept;
        if (named && desk.winner()) desk.setWinner(desk.other(desk.winner()));
        follow();
        desk.preview();
        return true;
      },
      key: function (key, field) {
        if (key === "h") { panel.open = true; hands.focus(); return true; }
        if (key !== " ") return false;
        if (field === a) { b.focus(); b.select(); } else if (field !== b) a.focus();
        return true;
      },
      missing: function () {
        return hands.value.trim() || (a.value.trim() && b.value.trim()) ? "" : words.totals_missing;
      },
      typed: function (field) { if (field === a || field === b) follow(); },
      preview: function () {
        var has = desk.winner(), one = whole(a), two = whole(b);
        if (!has || one === null || two === null) return "";
        var high = has === "A" ? one : two, low = has === "A" ? two : one;
        return desk.fill(words.beats, {
          winner: desk.nameOf(has), loser: desk.nameOf(desk.other(has)), high: high, low: low,
          value: (high > low ? "+" : high < low ? "\u2212" : "") + Math.abs(high - low),
        });
      },
      correct: function (lines, game) { // a sheet is mended where it is wrong, not typed anew
        var sheetOf = lines.querySelector('[data-hands][data-game="' + game + '"]');
        if (!sheetOf) return;
        hands.value = sheetOf.dataset.hands + "\n";
        panel.open = true;
        hands.focus();
        workOut();
      },
      clear: function () {
        named = false;
        follow();
        if (hands.value) return;
        panel.open = false;
        sheet.replaceChildren();
      },
    };
  };
})();

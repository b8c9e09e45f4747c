// Who sits where: a typed name leaves its line alone on the screen; the page that follows the day reads itself again.
(function () {
  "use strict";
  var find = document.querySelector("[data-find]");
  var rows = Array.from(document.querySelectorAll("tr[data-name]"));
  if (find) {
    var found = find.querySelector("[data-found]"), typed = find.querySelector("input");
    var show = function () {
      var shown = 0;
      rows.forEach(function (row) {
        var fits = window.Cheville.find.isFound(row.dataset.name, typed.value);
        row.hidden = !fits;
        shown += fits ? 1 : 0;
      });
      found.textContent = shown ? "" : found.dataset.none;
    };
    typed.addEventListener("input", show);
    find.addEventListener("submit", function (event) { event.preventDefault(); show(); });
  }

  // whom this device follows stands first: themselves, then the others
  var sheet = document.querySelector("table.sheet[data-tournament]");
  if (sheet) ["followed", "me"].forEach(function (as) {
    var numbers = [];
    try { numbers = (localStorage.getItem("cheville-" + as + "-" + sheet.dataset.tournament) || "").split(","); }
    catch (error) { return; }
    rows.slice().reverse().forEach(function (row) {
      if (!numbers.includes(row.dataset.number)) return;
      row.classList.add("is-" + as);
      row.parentNode.prepend(row);
    });
  });

  var follow = document.querySelector("[data-follow]");
  if (follow) setInterval(function () {
    if (document.hidden || document.activeElement.matches("input") && document.activeElement.value) return;
    fetch(follow.dataset.follow, { credentials: "same-origin", headers: { "If-None-Match": follow.dataset.etag } })
      .then(function (answer) { if (answer.status === 200) location.reload(); })
      .catch(function () { /* the hall's network comes back */ });
  }, 15000);
})();

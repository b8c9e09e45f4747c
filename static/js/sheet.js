// Seat list: typing a name shows only the matching lines. The page of the current day reloads when it has changed.
(function () {
  "use strict";
  var findForm = document.querySelector("[data-find]");
  var rows = Array.from(document.querySelectorAll("tr[data-name]"));
  if (findForm) {
    var message = findForm.querySelector("[data-found]"), input = findForm.querySelector("input");
    var filterRows = () => {
      var shownCount = 0;
      rows.forEach((row) => {
        var isMatch = window.Cheville.find.isFound(row.dataset.name, input.value);
        row.hidden = !isMatch;
        shownCount += isMatch ? 1 : 0;
      });
      message.textContent = shownCount ? "" : message.dataset.none;
    };
    input.addEventListener("input", filterRows);
    findForm.addEventListener("submit", (event) => { event.preventDefault(); filterRows(); });
  }

  // Move the user's own line to the top, then the lines of followed players.
  var sheet = document.querySelector("table.sheet[data-tournament]");
  if (sheet) ["followed", "me"].forEach((kind) => {
    var numbers = [];
    try { numbers = (localStorage.getItem("cheville-" + kind + "-" + sheet.dataset.tournament) || "").split(","); }
    catch (error) { return; }
    rows.slice().reverse().forEach((row) => {
      if (!numbers.includes(row.dataset.number)) return;
      row.classList.add("is-" + kind);
      row.parentNode.prepend(row);
    });
  });

  var watched = document.querySelector("[data-follow]");
  if (watched) setInterval(() => {
    if (document.hidden || document.activeElement.matches("input") && document.activeElement.value) return;
    fetch(watched.dataset.follow, { credentials: "same-origin", headers: { "If-None-Match": watched.dataset.etag } })
      .then((response) => { if (response.status === 200) location.reload(); })
      .catch(() => { /* offline: try again at the next poll */ });
  }, 15000);
})();

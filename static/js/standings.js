// Finding a name among the lines, and knowing one's own: on this device only, in its own storage.
(function () {
  "use strict";
  var page = document.querySelector("[data-tournament]");
  if (!page) return;
  var KEY = "cheville-me-" + page.dataset.tournament;
  var form = document.querySelector("[data-find]");
  var bar = document.querySelector("[data-me]");
  var chosen = document.querySelector("[data-me-button]");

  function me() {
    try { return localStorage.getItem(KEY); } catch (error) { return null; }
  }

  function fold(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/\u2019/g, "'").replace(/œ/gi, "oe")
      .toLowerCase().trim();
  }

  function filter() {
    if (!form) return;
    var words = fold(form.querySelector("input").value).split(/\s+/).filter(Boolean);
    var shown = 0;
    document.querySelectorAll("tr[data-explain]").forEach(function (row) {
      var name = words.length ? fold(row.querySelector("th").textContent) : "";
      var fits = words.every(function (word) { return name.includes(word); });
      var under = row.nextElementSibling;
      row.hidden = !fits;
      if (under && under.classList.contains("explanation")) {
        under.classList.toggle("is-away", !fits);
      }
      shown += fits;
    });
    var said = form.querySelector("[data-found]");
    said.textContent = !words.length ? "" : shown === 0 ? said.dataset.none
      : shown === 1 ? said.dataset.one : said.dataset.many.replace("%s", shown);
  }

  function showMe() {
    var row = me() && document.getElementById("row-" + me());
    if (bar) bar.hidden = !row;
    if (!row) return;
    row.classList.add("is-me");
    if (!bar) return;
    var name = row.querySelector(".explain");
    var points = row.querySelector("td.ranks");
    bar.querySelector("[data-me-link]").href = "#" + row.id;
    bar.querySelector("[data-me-text]").textContent =
      row.querySelector(".rank").textContent + " · " + name.firstChild.textContent + " · " + points.textContent.trim();
  }

  if (form) {
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("input", filter);
  }
  if (chosen) {
    var words = chosen.querySelector("span");
    var say = function () {
      var mine = me() === chosen.dataset.meButton;
      chosen.setAttribute("aria-pressed", String(mine));
      words.textContent = mine ? words.dataset.on : words.dataset.off;
      chosen.hidden = false;
    };
    chosen.addEventListener("click", function () {
      try {
        if (me() === chosen.dataset.meButton) localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, chosen.dataset.meButton);
      } catch (error) { return; }
      say();
    });
    say();
  }
  document.addEventListener("live:changed", function () { filter(); showMe(); });
  filter();
  showMe();
})();

// Finding a name among the lines, knowing one's own and whom one follows: on this device only, in its own storage.
(function () {
  "use strict";
  var page = document.querySelector("[data-tournament]");
  if (!page) return;
  var KEY = "cheville-me-" + page.dataset.tournament;
  var form = document.querySelector("[data-find]");
  var FOLLOWED = "cheville-followed-" + page.dataset.tournament;
  var MOST = 30;
  var bar = document.querySelector("[data-me]");

  function kept(key) {
    try { return (localStorage.getItem(key) || "").split(",").filter(function (one) { return /^\d+$/.test(one); }); }
    catch (error) { return []; }
  }

  function keep(key, numbers) {
    try {
      if (numbers.length) localStorage.setItem(key, numbers.join(","));
      else localStorage.removeItem(key);
    } catch (error) { /* nothing is kept on this device */ }
  }

  function filter() {
    if (!form) return;
    var typed = form.querySelector("input").value.trim();
    var shown = 0;
    document.querySelectorAll("tr[data-explain]").forEach(function (row) {
      var fits = !typed || window.Cheville.find.isFound(row.querySelector("th").textContent, typed);
      var under = row.nextElementSibling;
      row.hidden = !fits;
      if (under && under.classList.contains("explanation")) {
        under.classList.toggle("is-away", !fits);
      }
      shown += fits;
    });
    var said = form.querySelector("[data-found]");
    said.textContent = !typed ? "" : shown === 0 ? said.dataset.none
      : shown === 1 ? said.dataset.one : said.dataset.many.replace("%s", shown);
  }

  function told(row, as) {
    var one = document.querySelector('template[data-one="' + as + '"]').content.firstElementChild.cloneNode(true);
    var name = row.querySelector(".explain");
    var points = row.querySelector("td.ranks");
    one.querySelector("a").href = "#" + row.id;
    one.querySelector("span").textContent =
      row.querySelector(".rank").textContent + " · " + name.firstChild.textContent + " · " + points.textContent.trim();
    return one;
  }

  function mark() {
    var mine = kept(KEY), lines = [];
    mine.concat(kept(FOLLOWED)).forEach(function (number, at, all) {
      var row = document.getElementById("row-" + number);
      if (!row || all.indexOf(number) < at) return;
      var as = mine.includes(number) ? "me" : "followed";
      row.classList.add("is-" + as);
      if (bar) lines.push(told(row, as));
    });
    if (!bar) return;
    bar.hidden = !lines.length;
    bar.replaceChildren.apply(bar, lines);
  }

  function choosing(button, key, most) {
    if (!button) return;
    var words = button.querySelector("span"), number = button.dataset.meButton || button.dataset.followButton;
    var say = function () {
      var on = kept(key).includes(number);
      button.setAttribute("aria-pressed", String(on));
      words.textContent = on ? words.dataset.on : words.dataset.off;
      button.hidden = false;
    };
    button.addEventListener("click", function () {
      var others = kept(key).filter(function (one) { return one !== number; });
      keep(key, kept(key).includes(number) ? others : others.concat(number).slice(-most));
      say();
    });
    say();
  }

  // By what the phone shares with; else the address is copied. Plain http has no clipboard but the old way.
  function copied(text) {
    var field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    var done = document.execCommand("copy");
    field.remove();
    return done;
  }
  function sharing(button) {
    if (!button) return;
    var words = button.querySelector("span"), address = location.origin + location.pathname;
    function copy() {
      if (copied(address)) words.textContent = words.dataset.done;
      button.focus();
    }
    button.addEventListener("click", function () {
      if (!navigator.share) { copy(); return; }
      navigator.share({ title: document.title, url: address }).catch(function (fault) {
        if (fault.name !== "AbortError") copy();
      });
    });
    button.hidden = false;
  }

  if (form) {
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("input", filter);
  }
  choosing(document.querySelector("[data-me-button]"), KEY, 1);
  choosing(document.querySelector("[data-follow-button]"), FOLLOWED, MOST);
  sharing(document.querySelector("[data-share]"));
  document.addEventListener("live:changed", function () { filter(); mark(); });
  filter();
  mark();
})();

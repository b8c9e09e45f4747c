// Standings: name search, and the lines of the user and of followed players, which are stored on this device only.
(function () {
  "use strict";
  var page = document.querySelector("[data-tournament]");
  if (!page) return;
  var OWN_KEY = "cheville-me-" + page.dataset.tournament;
  var form = document.querySelector("[data-find]");
  var FOLLOWED_KEY = "cheville-followed-" + page.dataset.tournament;
  var MAX_FOLLOWED = 30;
  var pinned = document.querySelector("[data-me]");

  function storedNumbers(key) {
    try { return (localStorage.getItem(key) || "").split(",").filter((number) => /^\d+$/.test(number)); }
    catch (error) { return []; }
  }

  function storeNumbers(key, numbers) {
    try {
      if (numbers.length) localStorage.setItem(key, numbers.join(","));
      else localStorage.removeItem(key);
    } catch (error) { /* no storage on this device */ }
  }

  function filterRows() {
    if (!form) return;
    var typed = form.querySelector("input").value.trim();
    var shownCount = 0;
    document.querySelectorAll("tr[data-explain]").forEach((row) => {
      var isMatch = !typed || window.Cheville.find.isFound(row.querySelector("th").textContent, typed);
      var explanation = row.nextElementSibling;
      row.hidden = !isMatch;
      if (explanation && explanation.classList.contains("explanation")) {
        explanation.classList.toggle("is-away", !isMatch);
      }
      shownCount += isMatch;
    });
    var message = form.querySelector("[data-found]");
    message.textContent = !typed ? "" : shownCount === 0 ? message.dataset.none
      : shownCount === 1 ? message.dataset.one : message.dataset.many.replace("%s", shownCount);
  }

  function pinnedLine(row, kind) {
    var line = document.querySelector('template[data-one="' + kind + '"]').content.firstElementChild.cloneNode(true);
    var name = row.querySelector(".explain");
    var points = row.querySelector("td.ranks");
    line.querySelector("a").href = "#" + row.id;
    line.querySelector("span").textContent =
      row.querySelector(".rank").textContent + " · " + name.firstChild.textContent + " · " + points.textContent.trim();
    return line;
  }

  function markRows() {
    var ownNumbers = storedNumbers(OWN_KEY), lines = [];
    ownNumbers.concat(storedNumbers(FOLLOWED_KEY)).forEach((number, index, all) => {
      var row = document.getElementById("row-" + number);
      if (!row || all.indexOf(number) < index) return;
      var kind = ownNumbers.includes(number) ? "me" : "followed";
      row.classList.add("is-" + kind);
      if (pinned) lines.push(pinnedLine(row, kind));
    });
    if (!pinned) return;
    pinned.hidden = !lines.length;
    pinned.replaceChildren.apply(pinned, lines);
  }

  function initToggle(button, key, maxCount) {
    if (!button) return;
    var label = button.querySelector("span"), number = button.dataset.meButton || button.dataset.followButton;
    var update = () => {
      var isOn = storedNumbers(key).includes(number);
      button.setAttribute("aria-pressed", String(isOn));
      label.textContent = isOn ? label.dataset.on : label.dataset.off;
      button.hidden = false;
    };
    button.addEventListener("click", () => {
      var others = storedNumbers(key).filter((other) => other !== number);
      storeNumbers(key, storedNumbers(key).includes(number) ? others : others.concat(number).slice(-maxCount));
      update();
    });
    update();
  }

  // Uses the share dialog of the phone, or else copies the address. Plain http has no clipboard API, only execCommand.
  function copyText(text) {
    var field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    var isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
  function initShareButton(button) {
    if (!button) return;
    var label = button.querySelector("span"), url = location.origin + location.pathname;
    function copyUrl() {
      if (copyText(url)) label.textContent = label.dataset.done;
      button.focus();
    }
    button.addEventListener("click", () => {
      if (!navigator.share) { copyUrl(); return; }
      navigator.share({ title: document.title, url }).catch((error) => {
        if (error.name !== "AbortError") copyUrl();
      });
    });
    button.hidden = false;
  }

  if (form) {
    form.addEventListener("submit", (event) => { event.preventDefault(); });
    form.addEventListener("input", filterRows);
  }
  initToggle(document.querySelector("[data-me-button]"), OWN_KEY, 1);
  initToggle(document.querySelector("[data-follow-button]"), FOLLOWED_KEY, MAX_FOLLOWED);
  initShareButton(document.querySelector("[data-share]"));
  document.addEventListener("live:changed", () => { filterRows(); markRows(); });
  filterRows();
  markRows();
})();

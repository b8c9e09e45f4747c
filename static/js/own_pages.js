// A family registers on one phone: the own pages that led to another registration in this window are listed on
// the others. The browser keeps their names and addresses until the window is closed; nothing of it is sent.
(function () {
  "use strict";
  var box = document.getElementById("own-pages");
  var here = { url: window.location.pathname, name: box.getAttribute("data-name") };

  function kept() {
    try { return JSON.parse(window.sessionStorage.getItem("own-pages")) || []; } catch (e) { return []; }
  }

  var others = kept().filter(function (one) { return one.url !== here.url; });

  function keep() {
    var all = JSON.stringify(others.concat(here));
    try { window.sessionStorage.setItem("own-pages", all); } catch (e) { /* then the page has no list */ }
  }

  others.forEach(function (one) {
    var link = document.createElement("a"), row = document.createElement("li");
    link.href = one.url;
    link.textContent = one.name;
    row.appendChild(link);
    box.querySelector("ul").appendChild(row);
  });
  box.hidden = others.length === 0;
  document.querySelectorAll("[data-another], #own-pages a").forEach(function (link) {
    link.addEventListener("click", keep);
  });
})();

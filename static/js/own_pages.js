// Lists the own pages of a family that registers on one phone: a page is remembered when it leads to another registration.
// Names and addresses stay in sessionStorage until the window is closed; nothing is sent.
(function () {
  "use strict";
  var box = document.getElementById("own-pages");
  var thisPage = { url: window.location.pathname, name: box.getAttribute("data-name") };

  function storedPages() {
    try { return JSON.parse(window.sessionStorage.getItem("own-pages")) || []; } catch (e) { return []; }
  }

  var otherPages = storedPages().filter((page) => page.url !== thisPage.url);

  function storePages() {
    var pages = JSON.stringify(otherPages.concat(thisPage));
    try { window.sessionStorage.setItem("own-pages", pages); } catch (e) { /* no storage: no list */ }
  }

  otherPages.forEach((page) => {
    var link = document.createElement("a"), row = document.createElement("li");
    link.href = page.url;
    link.textContent = page.name;
    row.appendChild(link);
    box.querySelector("ul").appendChild(row);
  });
  box.hidden = otherPages.length === 0;
  document.querySelectorAll("[data-another], #own-pages a").forEach((link) => {
    link.addEventListener("click", storePages);
  });
})();

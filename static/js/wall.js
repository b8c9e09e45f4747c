// The standings on the wall: as many columns and lines as the screen holds, turning pages by themselves.
(function () {
  "use strict";
  var LINE = 54, SECONDS = 12;
  var page = 0;

  function lay() {
    var list = document.querySelector("[data-wall]");
    if (!list) return;
    var people = Array.from(list.children);
    var height = window.innerHeight - list.getBoundingClientRect().top - 24;
    var most = Math.max(4, Math.floor(height / LINE));
    var columns = Math.max(1, Math.min(Math.floor(window.innerWidth / 620), Math.ceil(people.length / most)));
    var pages = Math.ceil(people.length / (columns * most));
    var lines = Math.ceil(people.length / (columns * pages));
    page = page % pages;
    list.style.setProperty("--lines", lines);
    list.style.setProperty("--columns", columns);
    list.style.setProperty("--height", height + "px");
    people.forEach(function (person, index) {
      person.hidden = Math.floor(index / (lines * columns)) !== page;
    });
    list.classList.add("is-laid");
    document.querySelector("[data-wall-page]").textContent = pages > 1 ? (page + 1) + " / " + pages : "";
  }

  setInterval(function () { page += 1; lay(); }, SECONDS * 1000);
  window.addEventListener("resize", lay);
  document.addEventListener("live:changed", lay);
  if (document.fonts && document.fonts.ready) document.fonts.ready.then(lay);
  lay();
})();

// A list on the wall: as many columns and lines as the screen holds, turning pages by themselves.
// The list says how wide a column must be (data-wall-width) and how high a line (data-wall-line), in pixels.
(function () {
  "use strict";
  var WIDTH = 620, LINE = 54, SECONDS = 12;
  var page = 0;

  function lay() {
    var list = document.querySelector("[data-wall]");
    if (!list) return;
    var people = Array.from(list.children);
    var width = Number(list.dataset.wallWidth || WIDTH), line = Number(list.dataset.wallLine || LINE);
    var height = window.innerHeight - list.getBoundingClientRect().top - 24;
    var most = Math.max(4, Math.floor(height / line));
    var columns = Math.max(1, Math.min(Math.floor(window.innerWidth / width), Math.ceil(people.length / most)));
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
  document.addEventListener("htmx:afterSwap", lay); // the clock takes a line, or leaves it
  if (document.fonts && document.fonts.ready) document.fonts.ready.then(lay);
  lay();
})();

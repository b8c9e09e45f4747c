/* Search, club and order of the standings. The page reads whole without it. */
(function () {
  "use strict";
  var table = document.querySelector("table[data-list]");
  var form = document.querySelector("form[data-search]");
  if (!table || !form) { return; }
  var body = table.tBodies[0], rows = Array.prototype.slice.call(body.rows);
  var lines = rows.map(function (row) {
    var line = {};
    Object.keys(row.dataset).forEach(function (key) {
      line[key] = key === "name" || key === "club" || key === "held" ? row.dataset[key] : Number(row.dataset[key]);
    });
    return line;
  });
  var said = form.querySelector("[data-found]"), words = form.querySelector("#q"), club = form.querySelector("#club");
  var category = form.querySelector("#category");
  var order = { sort: "", down: false };

  function show() {
    var asked = { words: words.value, club: club ? club.value : "", sort: order.sort, down: order.down };
    asked.category = category ? category.value : "";
    var places = window.Cheville.list.found(lines, asked);
    rows.forEach(function (row) { row.hidden = true; });
    places.forEach(function (at) {
      rows[at].hidden = false;
      body.appendChild(rows[at]);
    });
    said.textContent = asked.words || asked.club || asked.category ? said.dataset.found.replace("COUNT", String(places.length)) : "";
  }

  Array.prototype.forEach.call(table.tHead.querySelectorAll("[data-sort]"), function (heading) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.textContent = "";
    heading.appendChild(button);
    button.addEventListener("click", function () {
      var key = heading.dataset.sort;
      order = window.Cheville.list.next(order.sort, order.down, key);
      Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell) { cell.removeAttribute("aria-sort"); });
      heading.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      show();
    });
  });
  form.addEventListener("input", show);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.hidden = false;
})();

/* Search, club filter and sorting of the standings. The page is complete without this script. */
(function () {
  "use strict";
  var table = document.querySelector("table[data-list]");
  var form = document.querySelector("form[data-search]");
  if (!table || !form) { return; }
  var body = table.tBodies[0], rows = Array.prototype.slice.call(body.rows);
  var lines = rows.map((row) => {
    var line = {};
    Object.keys(row.dataset).forEach((key) => {
      line[key] = key === "name" || key === "club" || key === "held" ? row.dataset[key] : Number(row.dataset[key]);
    });
    return line;
  });
  var message = form.querySelector("[data-found]"), input = form.querySelector("#q"), club = form.querySelector("#club");
  var category = form.querySelector("#category");
  var order = { sort: "", down: false };

  function showRows() {
    var query = { words: input.value, club: club ? club.value : "", sort: order.sort, down: order.down };
    query.category = category ? category.value : "";
    var indexes = window.Cheville.list.matchingRows(lines, query);
    rows.forEach((row) => { row.hidden = true; });
    indexes.forEach((index) => {
      rows[index].hidden = false;
      body.appendChild(rows[index]);
    });
    message.textContent = query.words || query.club || query.category ? message.dataset.found.replace("COUNT", String(indexes.length)) : "";
  }

  Array.prototype.forEach.call(table.tHead.querySelectorAll("[data-sort]"), (heading) => {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.textContent = "";
    heading.appendChild(button);
    button.addEventListener("click", () => {
      var key = heading.dataset.sort;
      order = window.Cheville.list.nextSort(order.sort, order.down, key);
      Array.prototype.forEach.call(table.tHead.rows[0].cells, (cell) => { cell.removeAttribute("aria-sort"); });
      heading.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      showRows();
    });
  });
  form.addEventListener("input", showRows);
  form.addEventListener("submit", (event) => { event.preventDefault(); });
  form.hidden = false;
})();

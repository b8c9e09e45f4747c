// Editing the map of the hall: tables and the door are dragged by mouse or finger, or moved by the arrow keys.
(function () {
  "use strict";
  var CELL_WIDTH = 48, CELL_HEIGHT = 40; // as in table_map.py, which draws the map
  var model = window.Cheville.tableLayout;
  var form = document.querySelector("[data-table-layout]"), svg = form.querySelector(".table-map"), announcement = form.querySelector("[data-announcement]");
  var doorSwitch = form.querySelector("[data-door]");
  var columns = Number(svg.dataset.across), rows = Number(svg.dataset.down);
  var items = {}, positions = {};

  svg.querySelectorAll("[data-thing]").forEach((item) => {
    var name = item.dataset.thing;
    items[name] = item;
    if (item.dataset.x) positions[name] = [Math.floor(item.dataset.x / CELL_WIDTH), Math.floor(item.dataset.y / CELL_HEIGHT)];
  });

  function describe(name) {
    return announcement.dataset.words.replace("{name}", items[name].dataset.name)
      .replace("{row}", positions[name][1] + 1).replace("{column}", positions[name][0] + 1);
  }

  function render() {
    Object.keys(items).forEach((name) => {
      var cell = positions[name], item = items[name];
      item.toggleAttribute("hidden", !cell);
      if (!cell) return;
      item.setAttribute("transform", "translate(" + (cell[0] * CELL_WIDTH + CELL_WIDTH / 2) + " " + (cell[1] * CELL_HEIGHT + CELL_HEIGHT / 2) + ")");
      item.setAttribute("aria-label", describe(name));
    });
    form.elements.where.value = model.serialize(positions);
  }

  function moveItem(name, cell) {
    positions = model.move(positions, name, cell, columns, rows);
    render();
    announcement.textContent = describe(name);
  }

  svg.addEventListener("keydown", (event) => {
    var item = event.target.closest("[data-thing]"), name = item && item.dataset.thing;
    var cell = name && model.step(positions[name], event.key);
    if (!cell) return;
    event.preventDefault();
    moveItem(name, cell);
  });

  function cellAt(event) {
    var point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [Math.floor(point.x / CELL_WIDTH), Math.floor(point.y / CELL_HEIGHT)];
  }

  svg.addEventListener("pointerdown", (event) => {
    var item = event.target.closest("[data-thing]");
    if (!item || event.button) return;
    var name = item.dataset.thing, lastCell = positions[name];
    event.preventDefault();
    item.focus();
    item.setPointerCapture(event.pointerId);
    item.classList.add("is-dragged");
    function onMove(moveEvent) {
      var point = new DOMPoint(moveEvent.clientX, moveEvent.clientY).matrixTransform(svg.getScreenCTM().inverse());
      item.setAttribute("transform", "translate(" + point.x + " " + point.y + ")");
      lastCell = cellAt(moveEvent);
    }
    function onDrop(endEvent) {
      item.removeEventListener("pointermove", onMove);
      item.removeEventListener("pointerup", onDrop);
      item.removeEventListener("pointercancel", onDrop);
      item.classList.remove("is-dragged");
      if (endEvent.type === "pointercancel") render();
      else moveItem(name, lastCell);
    }
    item.addEventListener("pointermove", onMove);
    item.addEventListener("pointerup", onDrop);
    item.addEventListener("pointercancel", onDrop);
  });

  doorSwitch.addEventListener("click", () => {
    if (positions.door) delete positions.door;
    else positions.door = model.freeCell(positions, columns, rows);
    if (!positions.door) delete positions.door; // no cell is free
    doorSwitch.setAttribute("aria-pressed", String(Boolean(positions.door)));
    render();
    if (positions.door) items.door.focus();
  });
  render();
})();

// The map of the hall is made: tables and the door are dragged by mouse or finger, or moved by the arrow keys.
(function () {
  "use strict";
  var WIDE = 48, HIGH = 40; // of a cell, as the server draws it (table_map.py)
  var model = window.Cheville.tableLayout;
  var form = document.querySelector("[data-table-layout]"), svg = form.querySelector(".table-map"), said = form.querySelector("[data-said]");
  var switcher = form.querySelector("[data-door]");
  var across = Number(svg.dataset.across), down = Number(svg.dataset.down);
  var things = {}, where = {};

  svg.querySelectorAll("[data-thing]").forEach(function (thing) {
    var name = thing.dataset.thing;
    things[name] = thing;
    if (thing.dataset.x) where[name] = [Math.floor(thing.dataset.x / WIDE), Math.floor(thing.dataset.y / HIGH)];
  });

  function words(name) {
    return said.dataset.words.replace("{name}", things[name].dataset.name)
      .replace("{row}", where[name][1] + 1).replace("{column}", where[name][0] + 1);
  }

  function draw() {
    Object.keys(things).forEach(function (name) {
      var at = where[name], thing = things[name];
      thing.toggleAttribute("hidden", !at);
      if (!at) return;
      thing.setAttribute("transform", "translate(" + (at[0] * WIDE + WIDE / 2) + " " + (at[1] * HIGH + HIGH / 2) + ")");
      thing.setAttribute("aria-label", words(name));
    });
    form.elements.where.value = model.told(where);
  }

  function put(name, cell) {
    where = model.moved(where, name, cell, across, down);
    draw();
    said.textContent = words(name);
  }

  svg.addEventListener("keydown", function (event) {
    var thing = event.target.closest("[data-thing]"), name = thing && thing.dataset.thing;
    var cell = name && model.step(where[name], event.key);
    if (!cell) return;
    event.preventDefault();
    put(name, cell);
  });

  function cellAt(event) {
    var point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [Math.floor(point.x / WIDE), Math.floor(point.y / HIGH)];
  }

  svg.addEventListener("pointerdown", function (event) {
    var thing = event.target.closest("[data-thing]");
    if (!thing || event.button) return;
    var name = thing.dataset.thing, last = where[name];
    event.preventDefault();
    thing.focus();
    thing.setPointerCapture(event.pointerId);
    thing.classList.add("is-dragged");
    function follow(move) {
      var point = new DOMPoint(move.clientX, move.clientY).matrixTransform(svg.getScreenCTM().inverse());
      thing.setAttribute("transform", "translate(" + point.x + " " + point.y + ")");
      last = cellAt(move);
    }
    function drop(end) {
      thing.removeEventListener("pointermove", follow);
      thing.removeEventListener("pointerup", drop);
      thing.removeEventListener("pointercancel", drop);
      thing.classList.remove("is-dragged");
      if (end.type === "pointercancel") draw();
      else put(name, last);
    }
    thing.addEventListener("pointermove", follow);
    thing.addEventListener("pointerup", drop);
    thing.addEventListener("pointercancel", drop);
  });

  switcher.addEventListener("click", function () {
    if (where.door) delete where.door;
    else where.door = model.free(where, across, down);
    if (!where.door) delete where.door; // no cell is free
    switcher.setAttribute("aria-pressed", String(Boolean(where.door)));
    draw();
    if (where.door) things.door.focus();
  });
  draw();
})();

// Where things stand on the grid of the hall, {name: [x, y]} from 0: what a move makes of it. Without a document.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  function within(at, many) { return Math.max(0, Math.min(many - 1, at)); }

  C.tableLayout = {
    // `name` goes to `cell`, kept inside of the grid; what stands there takes the place that it left.
    moved: function (where, name, cell, across, down) {
      var to = [within(cell[0], across), within(cell[1], down)], from = where[name], after = Object.assign({}, where);
      Object.keys(where).forEach(function (other) {
        if (other !== name && where[other][0] === to[0] && where[other][1] === to[1]) after[other] = from;
      });
      after[name] = to;
      return after;
    },
    // The cell of a key's step; null for any other key.
    step: function (cell, key) {
      var by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      return by ? [cell[0] + by[0], cell[1] + by[1]] : null;
    },
    // The first empty cell, row by row: where a door comes that was nowhere.
    free: function (where, across, down) {
      var taken = Object.keys(where).map(function (name) { return where[name].join(); });
      for (var y = 0; y < down; y++) for (var x = 0; x < across; x++) if (taken.indexOf(x + "," + y) < 0) return [x, y];
      return null;
    },
    // As the form sends it: "3:4,2;door:0,0".
    told: function (where) {
      return Object.keys(where).map(function (name) { return name + ":" + where[name].join(); }).join(";");
    },
  };
})();

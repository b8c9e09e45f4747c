// Positions of tables and the door on the grid of the hall, {name: [x, y]} from 0, and what moves change. No DOM access.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};

  function clamp(index, count) { return Math.max(0, Math.min(count - 1, index)); }

  C.tableLayout = {
    // Moves `name` to `cell`, clamped to the grid. An item already there swaps places with it.
    move: (positions, name, cell, columns, rows) => {
      var target = [clamp(cell[0], columns), clamp(cell[1], rows)], origin = positions[name], result = { ...positions };
      Object.keys(positions).forEach((other) => {
        if (other !== name && positions[other][0] === target[0] && positions[other][1] === target[1]) result[other] = origin;
      });
      result[name] = target;
      return result;
    },
    // The cell one step away in the direction of an arrow key; null for other keys.
    step: (cell, key) => {
      var offset = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      return offset ? [cell[0] + offset[0], cell[1] + offset[1]] : null;
    },
    // The first empty cell, row by row, for a new door; null if the grid is full.
    freeCell: (positions, columns, rows) => {
      var taken = Object.keys(positions).map((name) => positions[name].join());
      for (var y = 0; y < rows; y++) for (var x = 0; x < columns; x++) if (taken.indexOf(x + "," + y) < 0) return [x, y];
      return null;
    },
    // As the form sends the positions: "3:4,2;door:0,0".
    serialize: (positions) => Object.keys(positions).map((name) => name + ":" + positions[name].join()).join(";"),
  };
})();

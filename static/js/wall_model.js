// How a list fills the projector: the largest type at which all names fit on one page, or several pages of the smallest type.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LINE = 1.25, GAP = 1; // line height and column gap, in ems

  function gridAt(size, lineWidth, width, height) {
    return {
      columns: Math.max(1, Math.floor((width + GAP * size) / ((lineWidth + GAP) * size))),
      lines: Math.max(1, Math.floor(height / (LINE * size)))
    };
  }

  C.wall = {
    // `lineWidth` is in ems; width, height, minSize and maxSize are in pixels.
    fit: (people, lineWidth, width, height, minSize, maxSize) => {
      for (var size = maxSize; size > minSize; size -= 1) {
        var grid = gridAt(size, lineWidth, width, height);
        if (lineWidth * size <= width && grid.columns * grid.lines >= people) return C.wall.balance(people, size, Math.min(grid.columns, people), 1);
      }
      var minGrid = gridAt(minSize, lineWidth, width, height);
      return C.wall.balance(people, minSize, minGrid.columns, Math.ceil(people / (minGrid.columns * minGrid.lines)));
    },
    // The width in ems that nine of ten names fit in. Longer names get smaller type, see `nameScale`.
    typicalWidth: (widths) => {
      var sorted = widths.slice().sort((a, b) => a - b), widest = sorted[sorted.length - 1];
      return Math.max(sorted[Math.ceil(sorted.length * 0.9) - 1], widest * 0.45);
    },
    // The type size of a name, relative to the list, so that it fits on one line. 0: use two lines, at three fifths of the size.
    nameScale: (width, room) => {
      var scale = width > room ? Math.floor(100 * room / width) / 100 : 1;
      return scale >= 0.75 ? scale : 0;
    },
    // Spreads the lines evenly over pages and columns.
    balance: (people, size, columns, pages) => {
      var lines = Math.max(1, Math.ceil(people / (columns * pages)));
      return { size, columns: Math.max(1, Math.min(columns, Math.ceil(people / (lines * pages)))), lines, pages };
    },
    // How long a page stays: 0.7 seconds a line (reading speed for a name and a number), at least 8 seconds.
    pageSeconds: (lines) => Math.max(8, Math.round(lines * 0.7)),
    // The same for a text, for reading aloud and slow readers: 15 characters a second.
    textSeconds: (characters) => Math.max(8, Math.round(characters / 15)),
    // The action of a key.
    keyAction: (key) => {
      return {
        ArrowRight: "next", PageDown: "next", ArrowLeft: "previous", PageUp: "previous", " ": "pause",
        p: "podium", s: "standings", t: "seats", b: "bracket", r: "rules", f: "full", q: "code", h: "help", Escape: "leave"
      }[key.length === 1 ? key.toLowerCase() : key] || "";
    },
    // What the phone commanded since `last`: the screen to open, pages to turn, and the new pause state (null: unchanged).
    // Fewer commands than before: the server has lost them, and the page stays as it is.
    phoneCommand: (last, state, screen) => {
      if (!last || state.told <= last.told) return { go: "", turn: 0, paused: null };
      // Counted, as the same button opens its screen again after a key has opened another one.
      var opens = state.show !== last.show || (state.opened || 0) !== (last.opened || 0);
      return {
        go: opens && state.show !== screen ? state.show : "",
        turn: state.turned - last.turned,
        paused: state.paused === last.paused ? null : state.paused
      };
    },
  };
})();

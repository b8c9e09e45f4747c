// How a list fills a wall: the largest type at which everybody fits, or as many pages as the smallest type needs.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LINE = 1.25, GAP = 1; // the height of a line and the gap between columns, in ems

  function laid(size, need, width, height) {
    return { columns: Math.max(1, Math.floor((width + GAP * size) / ((need + GAP) * size))), lines: Math.max(1, Math.floor(height / (LINE * size))) };
  }

  C.wall = {
    // `need` is the width of the widest line in ems; width, height, least and most are pixels.
    fit: function (people, need, width, height, least, most) {
      for (var size = most; size > least; size -= 1) {
        var at = laid(size, need, width, height);
        if (need * size <= width && at.columns * at.lines >= people) return C.wall.even(people, size, Math.min(at.columns, people), 1);
      }
      var small = laid(least, need, width, height);
      return C.wall.even(people, least, small.columns, Math.ceil(people / (small.columns * small.lines)));
    },
    // The width that nine of ten names fit in; one that is longer has smaller type, see `type`.
    need: function (widths) {
      var ascending = widths.slice().sort(function (a, b) { return a - b; }), most = ascending[ascending.length - 1];
      return Math.max(ascending[Math.ceil(ascending.length * 0.9) - 1], most * 0.45);
    },
    // The type of a name, of that of the list: as much as fits in one line; 0: two lines, in three fifths of it.
    type: function (width, room) {
      var fits = width > room ? Math.floor(100 * room / width) / 100 : 1;
      return fits >= 0.75 ? fits : 0;
    },
    // As many lines on each page and in each column as can be.
    even: function (people, size, columns, pages) {
      var lines = Math.max(1, Math.ceil(people / (columns * pages)));
      return { size: size, columns: Math.max(1, Math.min(columns, Math.ceil(people / (lines * pages)))), lines: lines, pages: pages };
    },
    // For how many seconds a page stands: seven tenths a line, a name and a number at reading speed; not under eight.
    seconds: function (lines) { return Math.max(8, Math.round(lines * 0.7)); },
    // The same for a text of so many signs, read aloud or by slow readers: fifteen in a second.
    reading: function (signs) { return Math.max(8, Math.round(signs / 15)); },
    // What a key asks for.
    key: function (key) {
      return { ArrowRight: "next", PageDown: "next", ArrowLeft: "previous", PageUp: "previous", " ": "pause", p: "podium", s: "standings", t: "seats", b: "bracket", r: "rules", f: "full", q: "code", h: "help", Escape: "leave" }[key.length === 1 ? key.toLowerCase() : key] || "";
    },
    // What a phone asked since `last`: the screen to go to, pages on or back, and whether to stand still.
    heard: function (last, now, here) {
      if (!last || now.told === last.told) return { go: "", turn: 0, paused: null };
      return { go: now.show !== last.show && now.show !== here ? now.show : "", turn: now.turned - last.turned, paused: now.paused === last.paused ? null : now.paused };
    },
  };
})();

// The two copies of what a tablet keeps: entries are {n, value}, and the higher n is the newer one.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var NAME = "cheville-table", SHELVES = ["things", "results"];

  C.shelf = {
    NAME: NAME,
    SHELVES: SHELVES,
    // What is newer: what is known, or what was read. Somebody else may have written there: what is no entry does not count.
    newer: function (known, read) {
      if (!read || typeof read.n !== "number") return known || null;
      return !known || known.n < read.n ? read : known;
    },
    // The name of an entry in localStorage, and back: [shelf, key], or null where it is not one of ours.
    copyOf: function (shelf, key) { return [NAME, shelf, key].join(" "); },
    ofCopy: function (name) {
      var parts = name.split(" ");
      return parts[0] === NAME && SHELVES.indexOf(parts[1]) >= 0 && parts.length === 3 ? [parts[1], parts[2]] : null;
    },
    inOrder: function (results) {
      return results.slice().sort(function (one, other) { return one.order - other.order; });
    },
  };
})();

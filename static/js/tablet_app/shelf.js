// The format of the two stored copies: each entry is {n, value}; the higher n is newer.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var NAME = "cheville-table", STORES = ["things", "results"];

  C.shelf = {
    NAME: NAME,
    STORES: STORES,
    // The newer of the known entry and the one that was read. Other programs may have written there: other values are ignored.
    newer: function (known, read) {
      if (!read || typeof read.n !== "number") return known || null;
      return !known || known.n < read.n ? read : known;
    },
    // The key of an entry in localStorage, and its inverse: [store, key], or null if the key is of another program.
    copyKey: function (store, key) { return [NAME, store, key].join(" "); },
    parseKey: function (copyKey) {
      var parts = copyKey.split(" ");
      return parts[0] === NAME && STORES.indexOf(parts[1]) >= 0 && parts.length === 3 ? [parts[1], parts[2]] : null;
    },
    sorted: function (results) {
      return results.slice().sort(function (a, b) { return a.order - b.order; });
    },
  };
})();

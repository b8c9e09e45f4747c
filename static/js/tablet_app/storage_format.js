// The format of the two stored copies: each entry is {n, value}; the higher n is newer.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var NAME = "cheville-table", STORES = ["things", "results"];

  C.storageFormat = {
    NAME,
    STORES,
    // The newer of the known entry and the one that was read. Other programs may have written there: other values are ignored.
    newer: (known, read) => {
      if (!read || typeof read.n !== "number") return known || null;
      return !known || known.n < read.n ? read : known;
    },
    // The key of an entry in localStorage, and its inverse: [store, key], or null if the key is of another program.
    copyKey: (store, key) => [NAME, store, key].join(" "),
    parseKey: (copyKey) => {
      var parts = copyKey.split(" ");
      return parts[0] === NAME && STORES.indexOf(parts[1]) >= 0 && parts.length === 3 ? [parts[1], parts[2]] : null;
    },
    sorted: (results) => results.slice().sort((a, b) => a.order - b.order),
  };
})();

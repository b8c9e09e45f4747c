// What a tablet keeps: in IndexedDB, with a second copy in localStorage. Whichever of the two survives is enough.
// Two shelves: `things` (by name) and `results` (by nonce). Each entry is {n, value}; the higher n is the newer copy.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var NAME = "cheville-table", SHELVES = ["things", "results"], PATIENCE = 3000;
  var db = null, newest = 0;
  var kept = { things: {}, results: {} };

  // What `work` says is done, or `otherwise`: some browsers never answer.
  function patiently(otherwise, work) {
    return new Promise(function (done) {
      setTimeout(done, PATIENCE, otherwise);
      try { work(done); } catch (e) { done(otherwise); }
    });
  }
  function opened() {
    return patiently(null, function (done) {
      var asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = function () {
        SHELVES.forEach(function (shelf) { asked.result.createObjectStore(shelf); });
      };
      asked.onsuccess = function () { done(asked.result); };
      asked.onerror = asked.onblocked = function () { done(null); };
    });
  }
  function take(shelf, key, entry) {
    if (!entry || typeof entry.n !== "number") return;
    newest = Math.max(newest, entry.n);
    var known = kept[shelf][key];
    if (!known || known.n < entry.n) kept[shelf][key] = entry;
  }
  function readDb(shelf) {
    return patiently(null, function (done) {
      if (!db) { done(); return; }
      var walk = db.transaction(shelf).objectStore(shelf).openCursor();
      walk.onsuccess = function () {
        if (!walk.result) { done(); return; }
        take(shelf, walk.result.key, walk.result.value);
        walk.result.continue();
      };
      walk.onerror = function () { done(); };
    });
  }
  function readCopy() {
    try {
      for (var at = 0; at < localStorage.length; at++) {
        var parts = localStorage.key(at).split(" ");
        if (parts[0] === NAME && kept[parts[1]]) take(parts[1], parts[2], JSON.parse(localStorage.getItem(localStorage.key(at))));
      }
    } catch (e) { /* no localStorage here, or somebody else wrote into it */ }
  }
  function writeDb(shelf, key, entry) {
    return patiently(false, function (done) {
      if (!db) { done(false); return; }
      var work = db.transaction(shelf, "readwrite", { durability: "strict" });
      work.objectStore(shelf).put(entry, key);
      work.oncomplete = function () { done(true); };
      work.onabort = work.onerror = function () { done(false); };
    });
  }
  function copyOf(shelf, key) { return [NAME, shelf, key].join(" "); }
  function writeCopy(shelf, key, entry) {
    try { localStorage.setItem(copyOf(shelf, key), JSON.stringify(entry)); return true; } catch (e) { return false; }
  }
  function put(shelf, key, value) {
    var entry = { n: ++newest, value: value };
    kept[shelf][key] = entry;
    var copied = writeCopy(shelf, key, entry);
    return writeDb(shelf, key, entry).then(function (written) { return written || copied; });
  }

  C.store = {
    // Reads both copies; to be waited for before anything else. Once more, it takes up what another window has written.
    open: function () {
      return opened().then(function (found) {
        db = found;
        readCopy();
        return Promise.all(SHELVES.map(readDb));
      });
    },
    thing: function (name) { return kept.things[name] ? kept.things[name].value : null; },
    // The same as another window of this browser may have written it since; null where that cannot be known.
    copied: function (name) {
      try { return JSON.parse(localStorage.getItem(copyOf("things", name))).value; } catch (e) { return null; }
    },
    // True once at least one copy is on the tablet's disk.
    keep: function (name, value) { return put("things", name, value); },
    // Every result, in the order in which they were first kept.
    results: function () {
      return Object.keys(kept.results).map(function (key) { return kept.results[key].value; }).sort(function (one, other) {
        return one.order - other.order;
      });
    },
    keepResult: function (result) { return put("results", result.body.nonce, result); },
    next: function () { return ++newest; },
  };
})();

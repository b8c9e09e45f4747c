// What a tablet keeps: in IndexedDB, with a second copy in localStorage. Whichever of the two survives is enough.
// Two shelves: `things` (by name) and `results` (by nonce); which copy is newer, shelf.js says.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var shelf = C.shelf, PATIENCE = 3000;
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
      var asked = indexedDB.open(shelf.NAME, 1);
      asked.onupgradeneeded = function () {
        shelf.SHELVES.forEach(function (name) { asked.result.createObjectStore(name); });
      };
      asked.onsuccess = function () { done(asked.result); };
      asked.onerror = asked.onblocked = function () { done(null); };
    });
  }
  function take(name, key, entry) {
    var found = shelf.newer(kept[name][key], entry);
    if (!found) return;
    newest = Math.max(newest, found.n);
    kept[name][key] = found;
  }
  function readDb(name) {
    return patiently(null, function (done) {
      if (!db) { done(); return; }
      var walk = db.transaction(name).objectStore(name).openCursor();
      walk.onsuccess = function () {
        if (!walk.result) { done(); return; }
        take(name, walk.result.key, walk.result.value);
        walk.result.continue();
      };
      walk.onerror = function () { done(); };
    });
  }
  function readCopy() {
    try {
      for (var at = 0; at < localStorage.length; at++) {
        var found = shelf.ofCopy(localStorage.key(at));
        if (found) take(found[0], found[1], JSON.parse(localStorage.getItem(localStorage.key(at))));
      }
    } catch (e) { /* no localStorage here, or somebody else wrote into it */ }
  }
  function writeDb(name, key, entry) {
    return patiently(false, function (done) {
      if (!db) { done(false); return; }
      var work = db.transaction(name, "readwrite", { durability: "strict" });
      work.objectStore(name).put(entry, key);
      work.oncomplete = function () { done(true); };
      work.onabort = work.onerror = function () { done(false); };
    });
  }
  function writeCopy(name, key, entry) {
    try { localStorage.setItem(shelf.copyOf(name, key), JSON.stringify(entry)); return true; } catch (e) { return false; }
  }
  function put(name, key, value) {
    var entry = { n: ++newest, value: value };
    kept[name][key] = entry;
    var copied = writeCopy(name, key, entry);
    return writeDb(name, key, entry).then(function (written) { return written || copied; });
  }

  C.store = {
    // Reads both copies; to be waited for before anything else. Once more, it takes up what another window has written.
    open: function () {
      return opened().then(function (found) {
        db = found;
        readCopy();
        return Promise.all(shelf.SHELVES.map(readDb));
      });
    },
    thing: function (name) { return kept.things[name] ? kept.things[name].value : null; },
    // The same as another window of this browser may have written it since; null where that cannot be known.
    copied: function (name) {
      try { return JSON.parse(localStorage.getItem(shelf.copyOf("things", name))).value; } catch (e) { return null; }
    },
    // True once at least one copy is on the tablet's disk.
    keep: function (name, value) { return put("things", name, value); },
    // Every result, in the order in which they were first kept.
    results: function () {
      return shelf.inOrder(Object.keys(kept.results).map(function (key) { return kept.results[key].value; }));
    },
    keepResult: function (result) { return put("results", result.body.nonce, result); },
    next: function () { return ++newest; },
  };
})();

// The storage of a tablet: IndexedDB, and a second copy in localStorage. Either of the two is enough.
// It has two stores: `things` (by name) and `results` (by nonce). storage_format.js decides which copy is newer.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var format = C.storageFormat, TIMEOUT_MS = 3000;
  var db = null, lastNumber = 0;
  var entries = { things: {}, results: {} };

  // Resolves to what `run` passes to its callback, or to `fallback` after a timeout: some browsers never call back.
  function withTimeout(fallback, run) {
    return new Promise((resolve) => {
      setTimeout(resolve, TIMEOUT_MS, fallback);
      try { run(resolve); } catch (e) { resolve(fallback); }
    });
  }
  function openDb() {
    return withTimeout(null, (resolve) => {
      var request = indexedDB.open(format.NAME, 1);
      request.onupgradeneeded = () => {
        format.STORES.forEach((store) => { request.result.createObjectStore(store); });
      };
      request.onsuccess = () => { resolve(request.result); };
      request.onerror = request.onblocked = () => { resolve(null); };
    });
  }
  function merge(store, key, read) {
    var entry = format.newer(entries[store][key], read);
    if (!entry) return;
    lastNumber = Math.max(lastNumber, entry.n);
    entries[store][key] = entry;
  }
  function readDb(store) {
    return withTimeout(null, (resolve) => {
      if (!db) { resolve(); return; }
      var request = db.transaction(store).objectStore(store).openCursor();
      request.onsuccess = () => {
        if (!request.result) { resolve(); return; }
        merge(store, request.result.key, request.result.value);
        request.result.continue();
      };
      request.onerror = () => { resolve(); };
    });
  }
  function readCopy() {
    try {
      for (var index = 0; index < localStorage.length; index++) {
        var parts = format.parseKey(localStorage.key(index));
        if (parts) merge(parts[0], parts[1], JSON.parse(localStorage.getItem(localStorage.key(index))));
      }
    } catch (e) { /* no localStorage, or a value that is not JSON */ }
  }
  function writeDb(store, key, entry) {
    return withTimeout(false, (resolve) => {
      if (!db) { resolve(false); return; }
      var transaction = db.transaction(store, "readwrite", { durability: "strict" });
      transaction.objectStore(store).put(entry, key);
      transaction.oncomplete = () => { resolve(true); };
      transaction.onabort = transaction.onerror = () => { resolve(false); };
    });
  }
  function writeCopy(store, key, entry) {
    try { localStorage.setItem(format.copyKey(store, key), JSON.stringify(entry)); return true; } catch (e) { return false; }
  }
  function put(store, key, value) {
    var entry = { n: ++lastNumber, value };
    entries[store][key] = entry;
    var copied = writeCopy(store, key, entry);
    return writeDb(store, key, entry).then((written) => written || copied);
  }

  C.store = {
    // Reads both copies; everything else must wait for it. Called again, it reads what another window has written.
    open: () => {
      return openDb().then((opened) => {
        db = opened;
        readCopy();
        return Promise.all(format.STORES.map(readDb));
      });
    },
    get: (name) => entries.things[name] ? entries.things[name].value : null,
    // The value in localStorage, which another window may have written; null if it cannot be read.
    getCopy: (name) => {
      try { return JSON.parse(localStorage.getItem(format.copyKey("things", name))).value; } catch (e) { return null; }
    },
    // Resolves to true once at least one copy is on disk.
    save: (name, value) => put("things", name, value),
    // All results in the order in which they were entered.
    results: () => format.sorted(Object.keys(entries.results).map((key) => entries.results[key].value)),
    saveResult: (result) => put("results", result.body.nonce, result),
    nextNumber: () => ++lastNumber,
  };
})();

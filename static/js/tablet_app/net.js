// Asking the desk: at the address that answered last, then at every other one that is known, until one knows better.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var PATIENCE = 7000;
  var best = location.origin;

  // One address alone: {status, told, wait}, of a laptop in trouble the status alone, or null where nobody answered.
  C.askAt = function (base, what, body) {
    var stop = new AbortController();
    var timer = setTimeout(function () { stop.abort(); }, PATIENCE);
    return fetch(base + "/api/1/" + what, {
      method: "POST", body: JSON.stringify(body), signal: stop.signal,
      headers: { "Content-Type": "text/plain" }, credentials: "omit", cache: "no-store",
    }).then(function (response) {
      if (response.status === 503) return null; // it is away for a moment: as good as nobody
      if (response.status >= 500) return { status: response.status };
      var wait = Number(response.headers.get("Retry-After")) || 0;
      return response.json().then(function (told) { return { status: response.status, told: told, wait: wait }; });
    }).then(function (answer) {
      clearTimeout(timer);
      var known = answer && (answer.status === 200 || answer.status >= 500 || (answer.told && answer.told.error));
      return known ? answer : null; // somebody else's page: as good as nobody
    }, function () {
      clearTimeout(timer);
      return null;
    });
  };

  // The first answer that `takes` says true to. Where it says false, that laptop is as good as none; where it says null, another
  // may know better, and what this one said is the answer if none does. A laptop in trouble is as good as none too, but where
  // results were sent it may be one of them that it cannot take: then who asked hears of it.
  C.ask = function (what, body, addresses, takes) {
    var bases = C.answers.inTurn(best, location.origin, addresses);
    var unsure = null, trouble = null;
    function next() {
      var base = bases.shift();
      if (!base) return Promise.resolve(unsure || trouble);
      return C.askAt(base, what, body).then(function (answer) {
        if (answer && answer.status >= 500) {
          if (what === "submit") trouble = answer;
          return next();
        }
        var taken = answer ? (takes ? takes(answer) : true) : false;
        if (taken) { best = base; return answer; }
        if (taken === null && !unsure) unsure = answer;
        return next();
      });
    }
    return next();
  };
  // From now on this one is asked first.
  C.prefer = function (base) { best = base; };
  C.address = function () { return best; };
  C.nonce = function () {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), function (byte) {
      return (byte + 0x100).toString(16).slice(1);
    }).join("");
  };
  C.uuid = function () {
    var hex = C.nonce().split("");
    hex[12] = "4";
    hex[16] = "89ab"[parseInt(hex[16], 16) % 4];
    hex = hex.join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  };
})();

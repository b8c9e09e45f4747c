// Requests to the desk: to the server that answered last, then to all other known addresses until one gives an accepted response.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var TIMEOUT_MS = 7000;
  var server = location.origin;

  // A request to one server. Resolves to {status, data}; to {status} after a server error; to null without an answer.
  C.requestAt = (base, path, body) => {
    var controller = new AbortController();
    var timer = setTimeout(() => { controller.abort(); }, TIMEOUT_MS);
    return fetch(base + "/api/1/" + path, {
      method: "POST", body: JSON.stringify(body), signal: controller.signal,
      headers: { "Content-Type": "text/plain" }, credentials: "omit", cache: "no-store",
    }).then((response) => {
      if (response.status === 503) return null; // unavailable for a moment: counts as no answer
      if (response.status >= 500) return { status: response.status };
      return response.json().then((data) => ({ status: response.status, data }));
    }).then((response) => {
      clearTimeout(timer);
      var valid = response && (response.status === 200 || response.status >= 500 || (response.data && response.data.error));
      return valid ? response : null; // another program's server: counts as no answer
    }, () => {
      clearTimeout(timer);
      return null;
    });
  };

  // Resolves to the first response for which `accepts` returns true. false: the server counts as absent. null: another server may
  // know better; this response is used if none does. A server error counts as absent too, except for `submit`: one of the results
  // may be its cause, so the caller gets the error if no other server accepts the request.
  C.request = (path, body, addresses, accepts) => {
    var bases = C.answers.askOrder(server, location.origin, addresses);
    var doubtful = null, serverError = null;
    function tryNext() {
      var base = bases.shift();
      if (!base) return Promise.resolve(doubtful || serverError);
      return C.requestAt(base, path, body).then((response) => {
        if (response && response.status >= 500) {
          if (path === "submit") serverError = response;
          return tryNext();
        }
        var accepted = response ? (accepts ? accepts(response) : true) : false;
        if (accepted) { server = base; return response; }
        if (accepted === null && !doubtful) doubtful = response;
        return tryNext();
      });
    }
    return tryNext();
  };
  // The server that is asked first from now on.
  C.setServerUrl = (base) => { server = base; };
  C.serverUrl = () => server;
  C.nonce = () => {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte + 0x100).toString(16).slice(1)).join("");
  };
  C.uuid = () => {
    var hex = C.nonce().split("");
    hex[12] = "4";
    hex[16] = "89ab"[parseInt(hex[16], 16) % 4];
    hex = hex.join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  };
})();

// Server addresses that are typed by hand: how they are read and shown, and when to offer typing one.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var LOST_MS = 3 * 60 * 1000, PORTS = { "http:": 8000, "https:": 8443 };

  // The host and port of a URL.
  function host(url) { return url.replace(/^https?:\/\//, ""); }

  C.addresses = {
    // "192.168.0.23" becomes "http://192.168.0.23:8000"; null if the text is not an IPv4 address.
    toUrl: (text, protocol) => {
      var parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::(\d{1,5}))?$/.exec(text);
      if (!parts) return null;
      var numbers = parts.slice(1, 5).map(Number), port = Number(parts[5] || PORTS[protocol]);
      if (numbers.some((number) => number > 255) || port < 1 || port > 65535) return null;
      return protocol + "//" + numbers.join(".") + ":" + port;
    },
    host,
    // The first three numbers: another laptop on the same network has them in common.
    prefix: (url) => {
      var match = /^(\d+\.\d+\.\d+\.)\d+/.exec(host(url));
      return match && match[1] !== "127.0.0." ? match[1] : "";
    },
    // Whether no server has answered for minutes.
    isLost: (online, silentMs) => online === false && silentMs >= LOST_MS,
  };
})();

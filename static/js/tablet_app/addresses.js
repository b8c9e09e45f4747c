// Addresses that somebody reads on the screen of the desk's computer and types.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SILENCE = 3 * 60 * 1000, PORTS = { "http:": 8000, "https:": 8443 };

  function short(base) { return base.replace(/^https?:\/\//, ""); }

  C.addresses = {
    // «192.168.0.23» as http://192.168.0.23:8000; null where it is no address.
    base: function (text, protocol) {
      var parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::(\d{1,5}))?$/.exec(text);
      if (!parts) return null;
      var numbers = parts.slice(1, 5).map(Number), port = Number(parts[5] || PORTS[protocol]);
      if (numbers.some(function (number) { return number > 255; }) || port < 1 || port > 65535) return null;
      return protocol + "//" + numbers.join(".") + ":" + port;
    },
    short: short,
    // Another laptop in the same hall has most of the address in common.
    beginning: function (base) {
      var known = /^(\d+\.\d+\.\d+\.)\d+/.exec(short(base));
      return known && known[1] !== "127.0.0." ? known[1] : "";
    },
    // Whether nobody has answered for minutes.
    lost: function (online, silence) { return online === false && silence >= SILENCE; },
  };
})();

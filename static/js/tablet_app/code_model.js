// A code as it is typed (tournaments/common/codes.py): ten signs, or six digits where an older sheet lies on the table.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", MISREAD = { O: "0", I: "1", L: "1", U: "V" }, LENGTH = 10;

  C.code = {
    KEYS: SIGNS.split("").concat("clear", "delete"),
    // The sign that a key means, in any case and of those that look alike; other keys stay what they are.
    read: function (key) {
      var sign = key.length === 1 ? key.toUpperCase() : key;
      return MISREAD[sign] || sign;
    },
    typed: function (text, key) { return C.entry.typed(text, C.code.read(key), LENGTH); },
    complete: function (text) { return text.length === LENGTH || /^\d{6}$/.test(text); },
    // In the groups in which it is printed.
    shown: function (text) { return [text.slice(0, 3), text.slice(3, 6), text.slice(6)].filter(Boolean).join("\u2009"); },
  };
})();

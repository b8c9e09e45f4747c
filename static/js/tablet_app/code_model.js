// The joining code as it is typed (tournaments/common/codes.py): ten characters, or six digits on older sheets.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var CHARS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", LOOKALIKES = { O: "0", I: "1", L: "1", U: "V" }, LENGTH = 10;

  C.code = {
    KEYS: CHARS.split("").concat("clear", "delete"),
    // The character of a key: upper case, with similar characters unified. Other keys are returned unchanged.
    readKey: (key) => {
      var char = key.length === 1 ? key.toUpperCase() : key;
      return LOOKALIKES[char] || char;
    },
    press: (text, key) => C.entry.applyKey(text, C.code.readKey(key), LENGTH),
    isComplete: (text) => text.length === LENGTH || /^\d{6}$/.test(text),
    // In groups, as it is printed.
    format: (text) => [text.slice(0, 3), text.slice(3, 6), text.slice(6)].filter(Boolean).join("\u2009"),
  };
})();

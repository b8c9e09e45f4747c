// Digits for a finger, and for whoever has a keyboard: the tablet's own keyboard stays away and covers nothing.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "clear", "0", "delete"];
  var current = null;

  // `press` is told "0" to "9", "clear" and "delete", and of a finger the event; `next` is the button that goes on; `keys` where it
  // is not about numbers, and what `read` makes of a key of a keyboard.
  C.pad = function (press, next, keys, read) {
    var all = keys || KEYS;
    current = {
      press: press, next: next, all: all, read: read || String,
      screen: C.el("output.screen", { "aria-live": "polite", "aria-label": C.t("typed") }, ""),
      keys: C.el("div.keys", { role: "group", "aria-label": C.t("keypad") }, all.map(function (key) {
        var label = key === "delete" ? C.icon("delete") : key === "clear" ? C.t("clear") : key === "-" ? "+/\u2212" : key;
        return C.el("button.key" + (key === "clear" ? ".word" : ""), {
          type: "button", id: "key-" + key, tap: function (event) { press(key, event); },
          "aria-label": key === "delete" ? C.t("delete") : key === "-" ? C.t("sign") : null,
        }, label);
      })),
    };
    return current;
  };
  document.addEventListener("keydown", function (event) {
    if (!current || !current.screen.isConnected || event.ctrlKey || event.altKey || event.metaKey) return;
    var key = current.read(event.key);
    if (key.length === 1 && current.all.indexOf(key) >= 0) current.press(key);
    else if (event.key === "Backspace") current.press("delete");
    else return;
    event.preventDefault();
    current.next.focus(); // Enter goes on from here
  });
})();

// A keypad on the page; the tablet's own keyboard would cover half of it. A real keyboard works too.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "clear", "0", "delete"];
  var current = null;

  // `press` gets "0" to "9", "clear" or "delete", and the event of a tap. A key of a keyboard moves the focus to `nextButton`.
  // `keys` are other keys than those of a number; `readKey` turns a key of a keyboard into one of them.
  C.pad = (press, nextButton, keys, readKey) => {
    var allKeys = keys || KEYS;
    current = {
      press, next: nextButton, all: allKeys, read: readKey || String,
      screen: C.el("output.screen", { "aria-live": "polite", "aria-label": C.t("typed") }, ""),
      keys: C.el("div.keys", { role: "group", "aria-label": C.t("keypad") }, allKeys.map((key) => {
        var label = key === "delete" ? C.icon("delete") : key === "clear" ? C.t("clear") : key === "-" ? "+/\u2212" : key;
        return C.el("button.key" + (key === "clear" ? ".word" : ""), {
          type: "button", id: "key-" + key, tap: (event) => { press(key, event); },
          "aria-label": key === "delete" ? C.t("delete") : key === "-" ? C.t("sign") : null,
        }, label);
      })),
    };
    return current;
  };
  document.addEventListener("keydown", (event) => {
    if (!current || !current.screen.isConnected || event.ctrlKey || event.altKey || event.metaKey) return;
    var key = current.read(event.key);
    if (key.length === 1 && current.all.indexOf(key) >= 0) current.press(key);
    else if (event.key === "Backspace") current.press("delete");
    else return;
    event.preventDefault();
    current.next.focus(); // Enter presses it
  });
})();

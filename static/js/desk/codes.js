// Codes of finished games among what was typed, a hand scanner by its speed, and what an answer is. Pure: offline_codes.js and
// desk/main.js show and send.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var CODE = /CHV\d+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g, WHOLE = /CHV1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{16}$/;
  var FAST = 60; // no person types a letter and the next within so many milliseconds, three times

  C.codes = {
    found: function (typed) { // the codes in it; what holds none goes to the desk as it is, which says so
      var text = typed.trim();
      return text ? text.match(CODE) || [text] : [];
    },
    whole: function (typed) { return WHOLE.test(typed); }, // its seal is complete
    // The next key of what may be a burst {text, since}. `begins`: a first key, before which the field is as it was;
    // `scanner`: «htt» or «CHV» within a blink is no person, and what follows belongs into the field of codes.
    burst: function (before, key, at) {
      var fast = before !== null && at - before.since < FAST, text = (fast ? before.text : "") + key;
      return { text: text, since: at, begins: !fast, scanner: /^(htt|CHV)/i.test(text) };
    },
    // After a new sign-in in another window the cookie has another token than the page.
    token: function (cookies, own) {
      var found = /(?:^|; )csrftoken=([^;]+)/.exec(cookies);
      return found ? found[1] : own;
    },
    // What is to be done with an answer: taken off, or asked again
    outcome: function (status, json) {
      if (status >= 500) return "lost";
      if (!json) return "out";
      return json.answers ? "heard" : "lost";
    },
  };
})();

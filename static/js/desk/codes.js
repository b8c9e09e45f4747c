// Finds codes of finished games in typed text, detects a hand scanner by its speed, and classifies the server’s answer.
// Pure functions for offline_codes.js and desk/main.js.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var CODE_PATTERN = /CHV\d+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g, COMPLETE_CODE = /CHV1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{16}$/;
  var FAST_KEY_MS = 60; // a person never types three keys in a row with shorter gaps

  C.codes = {
    extract: (typed) => { // text without a code is sent as it is: the server’s answer says what is wrong
      var text = typed.trim();
      return text ? text.match(CODE_PATTERN) || [text] : [];
    },
    isComplete: (typed) => COMPLETE_CODE.test(typed), // with the whole seal at its end
    // Adds a key to a burst of fast keys {text, time of the last key}. isFirst: the key starts a burst, so its field is still
    // unchanged. isScanner: “htt” or “CHV” typed this fast comes from a scanner; the rest belongs in the field of codes.
    nextBurst: (previous, key, time) => {
      var isFast = previous !== null && time - previous.time < FAST_KEY_MS, text = (isFast ? previous.text : "") + key;
      return { text, time, isFirst: !isFast, isScanner: /^(htt|CHV)/i.test(text) };
    },
    // A new sign-in in another window replaces the token in the cookie: the page’s own token is then out of date.
    csrfToken: (cookies, pageToken) => {
      var match = /(?:^|; )csrftoken=([^;]+)/.exec(cookies);
      return match ? match[1] : pageToken;
    },
    // “heard”: the code leaves the queue. “lost” (no answer) and “out” (signed out): it is sent again.
    outcome: (status, json) => {
      if (status >= 500) return "lost";
      if (!json) return "out";
      return json.answers ? "heard" : "lost";
    },
  };
})();

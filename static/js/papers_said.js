// What is said aloud of papers that were being made: those that are ready or have failed since the last look.
(function () {
  "use strict";
  var Cheville = (window.Cheville = window.Cheville || {});

  // before and now: {job: sentence, or "" while it is being made}. A job that was not there before says nothing.
  function said(before, now) {
    return Object.keys(now)
      .filter(function (job) {
        return before[job] === "" && now[job];
      })
      .map(function (job) {
        return now[job];
      })
      .join(" ");
  }

  Cheville.papers = { said: said };
})();

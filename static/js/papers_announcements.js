// What screen readers announce about papers: those that are ready or have failed since the last refresh.
(function () {
  "use strict";
  var Cheville = (window.Cheville = window.Cheville || {});

  // previous and current: {job: sentence, or "" while in progress}. New jobs are not announced.
  function announcement(previous, current) {
    return Object.keys(current)
      .filter((job) => previous[job] === "" && current[job])
      .map((job) => current[job])
      .join(" ");
  }

  Cheville.papers = { announcement };
})();

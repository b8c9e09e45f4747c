/* The front page is in the language of the tournament. If the browser prefers the other language, open that page instead.
   The pages link to each other, so they also work without this script. */
(function () {
  "use strict";
  var language = document.documentElement.lang.slice(0, 2), otherLink = document.querySelector("a[data-other]");
  if (!otherLink) { return; }
  var preferred = (navigator.languages || [navigator.language || ""]).map((code) => code.slice(0, 2).toLowerCase())
    .filter((code) => code === language || code === otherLink.lang)[0];
  if (preferred && preferred !== language) { location.replace(otherLink.href); }
})();

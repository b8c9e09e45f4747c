/* The front page is in the language of the tournament; a browser that prefers the other one goes on to that.
   Both have a link to each other, so nothing is lost without it. */
(function () {
  "use strict";
  var here = document.documentElement.lang.slice(0, 2), there = document.querySelector("a[data-other]");
  if (!there) { return; }
  var wanted = (navigator.languages || [navigator.language || ""]).map(function (one) { return one.slice(0, 2).toLowerCase(); })
    .filter(function (one) { return one === here || one === there.lang; })[0];
  if (wanted && wanted !== here) { location.replace(there.href); }
})();

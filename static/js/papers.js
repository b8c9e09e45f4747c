// Arriving at what was just asked for: the list of made papers takes the focus, so that it is read aloud.
// While something is made the list is read again each second: what was unfolded stays unfolded.
(function () {
  "use strict";
  if (location.hash === "#made") document.getElementById("made").focus({ preventScroll: false });
  var unfolded = false;
  document.body.addEventListener("htmx:beforeSwap", function () {
    unfolded = !!document.querySelector(".paper-earlier[open]");
  });
  document.body.addEventListener("htmx:load", function () {
    var earlier = document.querySelector(".paper-earlier");
    if (earlier && unfolded) earlier.open = true;
  });
})();

// Arriving at what was just asked for: the list of made papers takes the focus, so that it is read aloud.
(function () {
  "use strict";
  if (location.hash === "#made") document.getElementById("made").focus({ preventScroll: false });
})();

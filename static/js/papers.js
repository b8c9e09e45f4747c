// Arriving at what was just asked for: the list of made papers takes the focus, so that it is read aloud.
// Arriving at one paper (#paper-standings): it takes the focus, unfolded if it is not needed now.
// While something is made the list is read again: what was unfolded stays unfolded, and what is ready or has
// failed since is said to screen readers in a place that stays.
(function () {
  "use strict";
  if (location.hash === "#made") document.getElementById("made").focus({ preventScroll: false });
  window.addEventListener("hashchange", unfold);
  unfold();

  function unfold() {
    var paper = location.hash.startsWith("#paper-") && document.getElementById(location.hash.slice(1));
    if (!paper) return;
    var folded = paper.closest("details");
    if (folded) folded.open = true;
    paper.scrollIntoView({ block: "center" });
    paper.focus({ preventScroll: true });
  }

  var unfolded = false;
  var before = states();

  function states() {
    var found = {};
    document.querySelectorAll("[data-job]").forEach(function (row) {
      found[row.dataset.job] = row.dataset.said || "";
    });
    return found;
  }

  document.body.addEventListener("htmx:beforeSwap", function () {
    unfolded = !!document.querySelector(".paper-earlier[open]");
  });
  document.body.addEventListener("htmx:load", function () {
    var earlier = document.querySelector(".paper-earlier");
    if (earlier && unfolded) earlier.open = true;
    var now = states();
    var words = window.Cheville.papers.said(before, now);
    if (words) document.querySelector("[data-papers-said]").textContent = words;
    before = now;
  });
})();

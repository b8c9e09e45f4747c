// The page of papers: focus and announcements for screen readers.
// #made: focus the list of finished papers, so that it is read aloud.
// #paper-standings: focus that paper, and open the details around it.
// While a paper is in progress htmx refreshes the list: open details stay open, and papers that are ready or have failed
// are announced in a live region outside of the list.
(function () {
  "use strict";
  if (location.hash === "#made") document.getElementById("made").focus({ preventScroll: false });
  window.addEventListener("hashchange", showLinkedPaper);
  showLinkedPaper();

  function showLinkedPaper() {
    var paper = location.hash.startsWith("#paper-") && document.getElementById(location.hash.slice(1));
    if (!paper) return;
    var details = paper.closest("details");
    if (details) details.open = true;
    paper.scrollIntoView({ block: "center" });
    paper.focus({ preventScroll: true });
  }

  var isEarlierOpen = false;
  var previous = jobStates();

  function jobStates() {
    var result = {};
    document.querySelectorAll("[data-job]").forEach((row) => {
      result[row.dataset.job] = row.dataset.announcement || "";
    });
    return result;
  }

  document.body.addEventListener("htmx:beforeSwap", () => {
    isEarlierOpen = !!document.querySelector(".paper-earlier[open]");
  });
  document.body.addEventListener("htmx:load", () => {
    var earlier = document.querySelector(".paper-earlier");
    if (earlier && isEarlierOpen) earlier.open = true;
    var current = jobStates();
    var announcement = window.Cheville.papers.announcement(previous, current);
    if (announcement) document.querySelector("[data-announcements]").textContent = announcement;
    previous = current;
  });
})();

// The ceremony: the places stay covered and come up one by one, the last first, at a tap, Enter, space or arrow.
(function () {
  "use strict";
  var podium = document.querySelector("[data-podium]");
  var button = document.querySelector("[data-podium-next]");
  if (!podium) return;
  var covered = Array.from(podium.querySelectorAll("li"));
  covered.forEach(function (place) {
    place.classList.add("is-covered");
    place.setAttribute("aria-hidden", "true");
  });
  podium.setAttribute("aria-live", "polite");

  function next() {
    var place = covered.pop();
    if (place) {
      place.classList.remove("is-covered");
      place.removeAttribute("aria-hidden");
    }
    button.hidden = covered.length === 0;
  }

  button.hidden = false;
  button.addEventListener("click", next);
  document.addEventListener("keydown", function (event) {
    if (event.target === button) return;
    if (event.key === "ArrowRight" || event.key === "PageDown" || event.key === " " || event.key === "Enter") {
      event.preventDefault();
      next();
    }
  });
  button.focus();
})();

// The update of a laptop: a chosen file goes over in slices, and the page waits while one program follows another.
(function () {
  "use strict";
  var SLICE = 8000000;
  var TOO_LONG = 360000;
  var chooser = document.querySelector("[data-hand-over]");
  var waiting = document.querySelector("[data-update-progress]");

  function handOver(file, at) {
    var said = chooser.querySelector("[data-said]");
    var body = new FormData(chooser);
    body.append("at", at);
    body.append("slice", file.slice(at, at + SLICE), file.name);
    said.textContent = said.dataset.words.replace("{percent}", Math.floor((100 * at) / file.size));
    fetch(chooser.dataset.handOver, { method: "POST", body: body })
      .then(function (answer) {
        return answer.json().then(function (told) {
          if (!answer.ok) said.textContent = told.said;
          else if (at + SLICE < file.size) handOver(file, at + SLICE);
          else location.assign(told.then);
        });
      })
      .catch(function () {
        said.textContent = said.dataset.away;
      });
  }

  function mark(told) {
    var before = true;
    waiting.querySelectorAll("[data-step-of]").forEach(function (row) {
      var now = row.dataset.stepOf === told.step;
      if (now && row.getAttribute("aria-current") !== "step") waiting.querySelector("[data-said]").textContent = row.textContent;
      if (now) before = false;
      row.toggleAttribute("data-done", before);
      if (now) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    var percent = waiting.querySelector("[data-percent]");
    if (percent) percent.textContent = told.step === "unpack" && told.total ? Math.floor((100 * told.done) / told.total) + " %" : "";
  }

  function ask(last) {
    fetch(waiting.dataset.updateProgress, { cache: "no-store" })
      .then(function (answer) {
        return answer.json();
      })
      .then(function (told) {
        if (!told.step && !leaving(last)) return location.assign(waiting.dataset.then);
        if (told.step) mark(told);
        return again(Date.now());
      })
      .catch(function () {
        mark({ step: "change" });
        waiting.dataset.away = "1";
        if (Date.now() - last > TOO_LONG) document.querySelector("[data-too-long]").hidden = false;
        again(last);
      });
  }

  // Who goes back answers for a moment yet, before it ends.
  function leaving(since) {
    return !waiting.querySelector("[data-step-of]") && !waiting.dataset.away && Date.now() - begun < 5000 && since >= begun;
  }

  function again(last) {
    setTimeout(ask, 1000, last);
  }

  var begun = Date.now();
  if (chooser) {
    chooser.querySelector("[type=file]").addEventListener("change", function (event) {
      if (event.target.files.length) handOver(event.target.files[0], 0);
    });
  }
  if (waiting) {
    mark({ step: waiting.dataset.step });
    ask(begun);
  }
})();

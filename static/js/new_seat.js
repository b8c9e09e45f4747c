// Sound and vibration at a new seat, while a player's own page is open. The choice stays on this phone. A browser plays nothing before
// a finger has touched the page: the button starts the sound, and after the page was read again the first touch does.
(function () {
  "use strict";
  var KEY = "cheville-ring", NOTES = [660, 880, 660, 880], LONG = 0.3; // hertz, seconds
  var Sound = window.AudioContext || window.webkitAudioContext, sound = null, known = seat();

  function seat() {
    var now = document.querySelector("[data-seat]");
    return now ? now.dataset.seat : "";
  }
  function wanted() {
    try { return localStorage.getItem(KEY) === "on"; } catch (e) { return Boolean(sound); }
  }
  function keep(on) {
    try { localStorage.setItem(KEY, on ? "on" : "off"); } catch (e) { /* private window: this page only */ }
    if (!on) sound = null;
  }
  function wake() {
    sound = sound || new Sound();
    sound.resume();
  }
  function note(pitch, at) {
    var tone = sound.createOscillator(), loud = sound.createGain(), begins = sound.currentTime + at * LONG;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.4, begins);
    loud.gain.exponentialRampToValueAtTime(0.01, begins + LONG);
    tone.connect(loud).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + LONG);
  }
  function ring() {
    if (sound) NOTES.forEach(note);
    if (navigator.vibrate) navigator.vibrate([400, 150, 400]);
  }
  function show() {
    var row = document.querySelector("[data-ring]");
    if (!row) return;
    row.hidden = false;
    row.querySelector("button").setAttribute("aria-pressed", String(wanted()));
    row.querySelector("[role=status]").textContent = !wanted() ? "" : row.dataset[sound ? "on" : "asleep"];
  }

  if (!Sound) return;
  document.addEventListener("pointerdown", function () {
    if (!wanted() || sound) return;
    wake();
    show();
  });
  document.addEventListener("click", function (event) {
    if (!event.target.closest("[data-ring] button")) return;
    keep(!wanted());
    if (wanted()) {
      wake();
      ring();
    }
    show();
  });
  document.addEventListener("live:changed", function () {
    var now = seat();
    if (now && now !== known && wanted()) ring();
    known = now || known;
    show();
  });
  show();
})();

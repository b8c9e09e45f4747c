// Sound and vibration for a new seat, while a player's own page is open. The choice is stored on this phone. Browsers play no
// sound before the first touch: the button starts it, and after a reload the first touch anywhere does.
(function () {
  "use strict";
  var STORAGE_KEY = "cheville-ring", NOTES_HZ = [660, 880, 660, 880], NOTE_SECONDS = 0.3;
  var Context = window.AudioContext || window.webkitAudioContext, audio = null, lastSeat = currentSeat(), isEnabled = false;

  function currentSeat() {
    var box = document.querySelector("[data-seat]");
    return box ? box.dataset.seat : "";
  }
  try { isEnabled = localStorage.getItem(STORAGE_KEY) === "on"; } catch (e) { /* no storage */ }
  function setEnabled(isOn) {
    isEnabled = isOn;
    try { localStorage.setItem(STORAGE_KEY, isOn ? "on" : "off"); } catch (e) { /* no storage: valid for this page only */ }
    if (!isOn) audio = null;
  }
  function startAudio() {
    audio = audio || new Context();
    audio.resume();
  }
  function playNote(frequency, index) {
    var oscillator = audio.createOscillator(), volume = audio.createGain(), start = audio.currentTime + index * NOTE_SECONDS;
    oscillator.frequency.value = frequency;
    volume.gain.setValueAtTime(0.4, start);
    volume.gain.exponentialRampToValueAtTime(0.01, start + NOTE_SECONDS);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + NOTE_SECONDS);
  }
  function ring() {
    if (audio) NOTES_HZ.forEach(playNote);
    if (navigator.vibrate) navigator.vibrate([400, 150, 400]);
  }
  function showButton() {
    var row = document.querySelector("[data-ring]");
    if (!row) return;
    row.hidden = false;
    row.querySelector("button").setAttribute("aria-pressed", String(isEnabled));
    row.querySelector("[role=status]").textContent = !isEnabled ? "" : row.dataset[audio ? "on" : "asleep"];
  }

  if (!Context) return;
  document.addEventListener("pointerdown", () => {
    if (!isEnabled || audio) return;
    startAudio();
    showButton();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-ring] button")) return;
    setEnabled(!isEnabled);
    if (isEnabled) {
      startAudio();
      ring();
    }
    showButton();
  });
  document.addEventListener("live:changed", () => {
    var seat = currentSeat();
    if (seat && seat !== lastSeat && isEnabled) ring();
    lastSeat = seat || lastSeat;
    showButton();
  });
  window.addEventListener("storage", (event) => { // another page of this phone has changed it
    if (event.key !== STORAGE_KEY) return;
    isEnabled = event.newValue === "on";
    if (!isEnabled) audio = null;
    showButton();
  });
  showButton();
})();

// Keeps the screen on, for a tablet or a kiosk. Plain http has no wake lock: then the device's own setting applies, without a message.
(function () {
  "use strict";
  var wakeLock = null;

  function keepAwake() {
    if (!navigator.wakeLock || wakeLock || document.visibilityState === "hidden") return;
    navigator.wakeLock.request("screen").then((newLock) => {
      wakeLock = newLock;
      newLock.addEventListener("release", () => { wakeLock = null; });
    }, () => { /* not now */ });
  }
  ["visibilitychange", "click"].forEach((eventType) => { document.addEventListener(eventType, keepAwake); });
})();

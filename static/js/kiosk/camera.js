// Reads the QR code of a card with the camera. Needs a secure page and a browser with BarcodeDetector.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SCAN_MS = 300;
  var stream = null, video = null, starts = 0;

  C.camera = {
    isAvailable: () => window.isSecureContext && "BarcodeDetector" in window && Boolean(navigator.mediaDevices),
    isOn: () => Boolean(stream),
    // Shows the video in `container` until a code is read and given to `onCode`, or until `stop` is called.
    start: (container, onCode) => {
      var detector = new window.BarcodeDetector({ formats: ["qr_code"] }), start = starts += 1;
      return navigator.mediaDevices.getUserMedia({ video: { facingMode: "user" } }).then((newStream) => {
        if (start !== starts) { stopTracks(newStream); return; } // permission came after `stop`
        video = C.el("video.camera", { playsinline: true, muted: true, "aria-hidden": "true" });
        stream = newStream;
        video.srcObject = newStream;
        container.replaceChildren(video);
        video.play();
        scan(detector, onCode);
      }, (error) => { if (start === starts) throw error; });
    },
    stop: () => {
      starts += 1;
      if (!stream) return;
      stopTracks(stream);
      video.remove();
      stream = video = null;
    },
  };
  function stopTracks(ended) { ended.getTracks().forEach((track) => { track.stop(); }); }
  function scan(detector, onCode) {
    if (!stream) return;
    detector.detect(video).then((codes) => codes[0] && codes[0].rawValue, () => "").then((text) => {
      if (text && stream) onCode(text);
      else setTimeout(scan, SCAN_MS, detector, onCode);
    });
  }
})();

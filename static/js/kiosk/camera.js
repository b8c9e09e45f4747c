// The camera reads the code of a card, where the browser can: a secure page, and a reader of codes of its own.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var PACE = 300;
  var stream = null, video = null;

  C.camera = {
    can: function () { return window.isSecureContext && "BarcodeDetector" in window && Boolean(navigator.mediaDevices); },
    isOn: function () { return Boolean(stream); },
    // Shows the picture in `place` until a code is read, which `found` is given, or `stop` is called.
    start: function (place, found) {
      var reader = new window.BarcodeDetector({ formats: ["qr_code"] });
      return navigator.mediaDevices.getUserMedia({ video: { facingMode: "user" } }).then(function (opened) {
        video = C.el("video.camera", { playsinline: true, muted: true, "aria-hidden": "true" });
        stream = opened;
        video.srcObject = opened;
        place.replaceChildren(video);
        video.play();
        look(reader, found);
      });
    },
    stop: function () {
      if (!stream) return;
      stream.getTracks().forEach(function (track) { track.stop(); });
      video.remove();
      stream = video = null;
    },
  };
  function look(reader, found) {
    if (!stream) return;
    reader.detect(video).then(function (codes) { return codes[0] && codes[0].rawValue; }, function () { return ""; }).then(function (text) {
      if (text && stream) found(text);
      else setTimeout(look, PACE, reader, found);
    });
  }
})();

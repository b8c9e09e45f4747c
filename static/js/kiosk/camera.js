// The camera reads the code of a card, where the browser can: a secure page, and a reader of codes of its own.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var PACE = 300;
  var stream = null;

  C.camera = {
    can: function () { return window.isSecureContext && "BarcodeDetector" in window && Boolean(navigator.mediaDevices); },
    isOn: function () { return Boolean(stream); },
    // Shows the picture in `place` until a code is read, which `found` is given, or `stop` is called.
    start: function (place, found) {
      var reader = new window.BarcodeDetector({ formats: ["qr_code"] });
      return navigator.mediaDevices.getUserMedia({ video: { facingMode: "user" } }).then(function (opened) {
        var video = C.el("video.camera", { playsinline: true, muted: true, "aria-hidden": "true" });
        stream = opened;
        video.srcObject = opened;
        place.replaceChildren(video);
        video.play();
        look(video, reader, found);
      });
    },
    stop: function () {
      if (stream) stream.getTracks().forEach(function (track) { track.stop(); });
      stream = null;
    },
  };
  function look(video, reader, found) {
    if (!stream) return;
    reader.detect(video).then(function (codes) { return codes[0] && codes[0].rawValue; }, function () { return ""; }).then(function (text) {
      if (text && stream) found(text);
      else setTimeout(look, PACE, video, reader, found);
    });
  }
})();

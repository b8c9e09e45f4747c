// SHA-256 and HMAC (FIPS 180-4, RFC 2104), as there is no crypto.subtle over plain http. For short texts only.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var ROUNDS = 64, BLOCK = 64, ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  // The first 32 bits of the fractional parts of the square and cube roots of the first primes.
  var initial = [], constants = [];
  (function () {
    function fraction(root) { return ((root - Math.floor(root)) * 0x100000000) | 0; }
    for (var number = 2; constants.length < ROUNDS; number++) {
      var prime = true;
      for (var divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) prime = false;
      if (!prime) continue;
      if (initial.length < 8) initial.push(fraction(Math.sqrt(number)));
      constants.push(fraction(Math.cbrt(number)));
    }
  })();

  function rotate(word, bits) { return (word >>> bits) | (word << (32 - bits)); }

  function pad(bytes) {
    var length = (Math.floor((bytes.length + 8) / BLOCK) + 1) * BLOCK;
    var padded = new Uint8Array(length);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    var view = new DataView(padded.buffer);
    view.setUint32(length - 8, Math.floor(bytes.length / 0x20000000));
    view.setUint32(length - 4, (bytes.length << 3) >>> 0);
    return view;
  }

  function schedule(view, offset) {
    var w = [];
    for (var i = 0; i < ROUNDS; i++) {
      if (i < 16) { w.push(view.getInt32(offset + i * 4)); continue; }
      var a = w[i - 15], b = w[i - 2];
      var s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3), s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      w.push((w[i - 16] + s0 + w[i - 7] + s1) | 0);
    }
    return w;
  }

  function compress(state, w) {
    var h = state.slice();
    for (var i = 0; i < ROUNDS; i++) {
      var s1 = rotate(h[4], 6) ^ rotate(h[4], 11) ^ rotate(h[4], 25), choice = (h[4] & h[5]) ^ (~h[4] & h[6]);
      var t1 = (h[7] + s1 + choice + constants[i] + w[i]) | 0;
      var s0 = rotate(h[0], 2) ^ rotate(h[0], 13) ^ rotate(h[0], 22);
      var majority = (h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]);
      h = [(t1 + s0 + majority) | 0, h[0], h[1], h[2], (h[3] + t1) | 0, h[4], h[5], h[6]];
    }
    return state.map((word, i) => (word + h[i]) | 0);
  }

  function digest(bytes) {
    var view = pad(bytes), state = initial.slice();
    for (var offset = 0; offset < view.byteLength; offset += BLOCK) state = compress(state, schedule(view, offset));
    var out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => { out.setInt32(i * 4, word); });
    return new Uint8Array(out.buffer);
  }

  function utf8(text) {
    var bytes = [];
    encodeURIComponent(text).replace(/%(..)|[^%]/g, (char, code) => { bytes.push(code ? parseInt(code, 16) : char.charCodeAt(0)); });
    return Uint8Array.from(bytes);
  }

  function concat(first, second) {
    var both = new Uint8Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
  }

  function hmac(key, bytes) {
    var block = new Uint8Array(BLOCK);
    block.set(key.length > BLOCK ? digest(key) : key);
    var inner = block.map((byte) => byte ^ 0x36), outer = block.map((byte) => byte ^ 0x5c);
    return digest(concat(outer, digest(concat(inner, bytes))));
  }

  function base64url(bytes) {
    var text = "";
    for (var bit = 0; bit < bytes.length * 8; bit += 6) {
      var i = bit >> 3, pair = (bytes[i] << 8) | (bytes[i + 1] || 0);
      text += ALPHABET[(pair >> (10 - bit % 8)) & 63];
    }
    return text;
  }

  function hex(bytes) {
    return Array.from(bytes, (byte) => (byte + 0x100).toString(16).slice(1)).join("");
  }

  C.sha256 = (text) => hex(digest(utf8(text)));
  C.hmac = (key, text) => hex(hmac(utf8(key), utf8(text)));
  // The offline code of a result, which is carried to the desk (docs/protocol.md). It can be photographed: so it contains only a
  // hash of the device, since the device itself serves to join.
  C.offlineCode = (device, token, result) => {
    var body = "CHV1." + base64url(utf8(JSON.stringify({ d: C.sha256(device).slice(0, 32), r: result })));
    return body + "." + base64url(hmac(utf8(C.sha256(token)), utf8(body))).slice(0, 16);
  };
})();

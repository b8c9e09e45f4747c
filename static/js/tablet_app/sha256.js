// SHA-256 and HMAC (FIPS 180-4, RFC 2104): plain http has no crypto.subtle. Texts in, texts out; for short texts only.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var ROUNDS = 64, BLOCK = 64, ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  // The first 32 bits of the fractional parts of the square and cube roots of the first primes.
  var start = [], constants = [];
  (function () {
    function fraction(root) { return ((root - Math.floor(root)) * 0x100000000) | 0; }
    for (var number = 2; constants.length < ROUNDS; number++) {
      var prime = true;
      for (var divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) prime = false;
      if (!prime) continue;
      if (start.length < 8) start.push(fraction(Math.sqrt(number)));
      constants.push(fraction(Math.cbrt(number)));
    }
  })();

  function turn(word, by) { return (word >>> by) | (word << (32 - by)); }

  function padded(bytes) {
    var length = (Math.floor((bytes.length + 8) / BLOCK) + 1) * BLOCK;
    var whole = new Uint8Array(length);
    whole.set(bytes);
    whole[bytes.length] = 0x80;
    var view = new DataView(whole.buffer);
    view.setUint32(length - 8, Math.floor(bytes.length / 0x20000000));
    view.setUint32(length - 4, (bytes.length << 3) >>> 0);
    return view;
  }

  function schedule(view, offset) {
    var w = [];
    for (var at = 0; at < ROUNDS; at++) {
      if (at < 16) { w.push(view.getInt32(offset + at * 4)); continue; }
      var a = w[at - 15], b = w[at - 2];
      var s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3), s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w.push((w[at - 16] + s0 + w[at - 7] + s1) | 0);
    }
    return w;
  }

  function mix(state, w) {
    var h = state.slice();
    for (var at = 0; at < ROUNDS; at++) {
      var s1 = turn(h[4], 6) ^ turn(h[4], 11) ^ turn(h[4], 25), chosen = (h[4] & h[5]) ^ (~h[4] & h[6]);
      var one = (h[7] + s1 + chosen + constants[at] + w[at]) | 0;
      var s0 = turn(h[0], 2) ^ turn(h[0], 13) ^ turn(h[0], 22);
      var most = (h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]);
      h = [(one + s0 + most) | 0, h[0], h[1], h[2], (h[3] + one) | 0, h[4], h[5], h[6]];
    }
    return state.map(function (word, at) { return (word + h[at]) | 0; });
  }

  function digest(bytes) {
    var view = padded(bytes), state = start.slice();
    for (var offset = 0; offset < view.byteLength; offset += BLOCK) state = mix(state, schedule(view, offset));
    var out = new DataView(new ArrayBuffer(32));
    state.forEach(function (word, at) { out.setInt32(at * 4, word); });
    return new Uint8Array(out.buffer);
  }

  function utf8(text) {
    var bytes = [];
    encodeURIComponent(text).replace(/%(..)|[^%]/g, function (one, code) { bytes.push(code ? parseInt(code, 16) : one.charCodeAt(0)); });
    return Uint8Array.from(bytes);
  }

  function joined(one, other) {
    var both = new Uint8Array(one.length + other.length);
    both.set(one);
    both.set(other, one.length);
    return both;
  }

  function hmac(key, bytes) {
    var whole = new Uint8Array(BLOCK);
    whole.set(key.length > BLOCK ? digest(key) : key);
    var inner = whole.map(function (byte) { return byte ^ 0x36; }), outer = whole.map(function (byte) { return byte ^ 0x5c; });
    return digest(joined(outer, digest(joined(inner, bytes))));
  }

  function base64url(bytes) {
    var text = "";
    for (var bit = 0; bit < bytes.length * 8; bit += 6) {
      var at = bit >> 3, two = (bytes[at] << 8) | (bytes[at + 1] || 0);
      text += ALPHABET[(two >> (10 - bit % 8)) & 63];
    }
    return text;
  }

  function hex(bytes) {
    return Array.from(bytes, function (byte) { return (byte + 0x100).toString(16).slice(1); }).join("");
  }

  C.sha256 = function (text) { return hex(digest(utf8(text))); };
  C.hmac = function (key, text) { return hex(hmac(utf8(key), utf8(text))); };
  // The code of a result that is carried by hand (docs/protocol.md). Anybody may photograph it: it does not name the
  // device by what it joins with.
  C.offlineCode = function (device, token, result) {
    var body = "CHV1." + base64url(utf8(JSON.stringify({ d: C.sha256(device).slice(0, 32), r: result })));
    return body + "." + base64url(hmac(utf8(C.sha256(token)), utf8(body))).slice(0, 16);
  };
})();

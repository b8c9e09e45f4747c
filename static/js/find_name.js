/* Finds people by parts of their names, with the same rules as tournaments/registration/name_search.py. Pure functions. */
(function () {
  "use strict";
  var Cheville = window.Cheville || (window.Cheville = {});
  var SAINTS = ["saint", "sainte", "st", "ste"];

  function fold(text) {
    return String(text).replace(/œ/gi, "oe").replace(/ß/g, "ss").normalize("NFKD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase();
  }

  function words(text) { return fold(text).match(/[\p{L}\p{N}]+/gu) || []; }

  // The words of a line, as a list with one variant for each spelling of Saint, if it contains one.
  function variants(line) {
    var lineWords = words(line);
    if (!lineWords.some((word) => SAINTS.indexOf(word) !== -1)) { return [lineWords]; }
    return SAINTS.map((saint) => lineWords.map((word) => SAINTS.indexOf(word) !== -1 ? saint : word));
  }

  // Matches part of a word, the start of words typed without spaces, or initials (names of three or more words only).
  function matchesWord(name, typed) {
    if (name.some((word) => word.indexOf(typed) !== -1)) { return true; }
    return name.slice(0, -1).some((_, index) => {
      var rest = name.slice(index);
      var initials = rest.map((word) => Array.from(word)[0]).join("");
      return rest.join("").indexOf(typed) === 0 || (name.length > 2 && typed.length > 1 && initials.indexOf(typed) === 0);
    });
  }

  // text: names and clubs, one per line.
  function isFound(text, typed) {
    var names = [].concat.apply([], String(text).split("\n").map(variants));
    return words(typed).every((word) => names.some((name) => matchesWord(name, word)));
  }

  Cheville.find = { fold, isFound };
})();

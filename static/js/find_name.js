/* Finding people by what is typed of their names, as tournaments/registration/name_search.py does. Plain values in and out. */
(function () {
  "use strict";
  var Cheville = window.Cheville || (window.Cheville = {});
  var SAINTS = ["saint", "sainte", "st", "ste"];

  function fold(text) {
    return String(text).replace(/œ/gi, "oe").replace(/ß/g, "ss").normalize("NFKD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase();
  }

  function words(text) { return fold(text).match(/[\p{L}\p{N}]+/gu) || []; }

  // The words of a line, once for each way to write Saint if it has one.
  function variants(line) {
    var all = words(line);
    if (!all.some(function (word) { return SAINTS.indexOf(word) !== -1; })) { return [all]; }
    return SAINTS.map(function (saint) {
      return all.map(function (word) { return SAINTS.indexOf(word) !== -1 ? saint : word; });
    });
  }

  // A part of a word, the beginning of words written together, or initials of a name of three words or more.
  function fits(name, typed) {
    if (name.some(function (word) { return word.indexOf(typed) !== -1; })) { return true; }
    return name.slice(0, -1).some(function (_, at) {
      var end = name.slice(at);
      var initials = end.map(function (word) { return Array.from(word)[0]; }).join("");
      return end.join("").indexOf(typed) === 0 || (name.length > 2 && typed.length > 1 && initials.indexOf(typed) === 0);
    });
  }

  // text: names and clubs, one a line.
  function isFound(text, typed) {
    var names = [].concat.apply([], String(text).split("\n").map(variants));
    return words(typed).every(function (word) {
      return names.some(function (name) { return fits(name, word); });
    });
  }

  Cheville.find = { fold: fold, isFound: isFound };
})();

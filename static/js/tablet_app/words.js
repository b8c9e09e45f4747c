// The words of the page, in both languages, as they came with it: the switch works while nobody answers.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var said = JSON.parse(document.getElementById("words").textContent);

  C.data = JSON.parse(document.getElementById("data").textContent);
  C.languages = Object.keys(said);
  C.language = document.documentElement.lang;
  C.languageNames = C.data.languages;

  C.speak = function (language) {
    if (!said[language]) return;
    C.language = language;
    document.documentElement.lang = language;
  };
  // On a player's own phone some things are said otherwise: «this is me» where a table says «this is us».
  function named(name) {
    var own = name + "_phone";
    return said[C.language][C.phone && own in said[C.language] ? own : name];
  }
  function fill(sentence, values) {
    return sentence.replace(/\{(\w+)\}/g, function (whole, key) {
      return values && key in values ? String(values[key]) : whole;
    });
  }
  // A sentence by its name; {names} in it are filled in.
  C.t = function (name, values) { return fill(named(name), values); };
  // The same for a sentence with a count: English has one for 1 alone, French for 0 and 1.
  C.tn = function (name, count, values) {
    var one = C.language === "en" ? count === 1 : Math.abs(count) < 2;
    return fill(named(name)[one ? 0 : 1], Object.assign({ count: C.number(count) }, values));
  };
  // What is said by codes (wording.js): {code, values, count, end}, several of them, or null for nothing. Of the values numbers are
  // written as the reader's language writes them, lists as it lists them, and what is a code itself is said.
  C.say = function (said) {
    if (!said) return "";
    if (Array.isArray(said)) return said.map(C.say).join(" ");
    var values = {};
    Object.keys(said.values || {}).forEach(function (name) { values[name] = written(said.values[name]); });
    return (said.count === undefined ? C.t(said.code, values) : C.tn(said.code, said.count, values)) + (said.end || "");
  };
  function written(value) {
    if (typeof value === "number") return C.number(value);
    if (Array.isArray(value)) return C.list(value);
    if (value && value.signed !== undefined) return C.signed(value.signed);
    return value && value.code ? C.say(value) : value;
  }
  // What the other languages call themselves, for the switch.
  C.otherLanguages = function () {
    return C.languages.filter(function (language) { return language !== C.language; }).map(function (language) {
      return { code: language, name: C.languageNames[language] };
    });
  };
  C.list = function (parts) {
    if (parts.length < 2) return parts.join("");
    return parts.slice(0, -1).join(", ") + " " + C.t("and") + " " + parts[parts.length - 1];
  };
})();

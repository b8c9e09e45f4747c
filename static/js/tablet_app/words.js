// The words of the page, in both languages, so that the language can be switched offline.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var words = JSON.parse(document.getElementById("words").textContent);

  C.data = JSON.parse(document.getElementById("data").textContent);
  C.languages = Object.keys(words);
  C.language = document.documentElement.lang;
  C.languageNames = C.data.languages;

  C.setLanguage = (language) => {
    if (!words[language]) return;
    C.language = language;
    document.documentElement.lang = language;
  };
  // A player's own phone has some words of its own: «this is me» where a tablet says «this is us».
  function lookUp(name) {
    var phoneName = name + "_phone";
    return words[C.language][C.phone && phoneName in words[C.language] ? phoneName : name];
  }
  function fill(sentence, values) {
    return sentence.replace(/\{(\w+)\}/g, (match, key) => values && key in values ? String(values[key]) : match);
  }
  // The sentence with this name; fills in its {names}.
  C.t = (name, values) => fill(lookUp(name), values);
  // A sentence with a count. English has a singular for 1, French for 0 and 1.
  C.tn = (name, count, values) => {
    var isSingular = C.language === "en" ? count === 1 : Math.abs(count) < 2;
    return fill(lookUp(name)[isSingular ? 0 : 1], Object.assign({ count: C.number(count) }, values));
  };
  // The text of a message {code, values, count, end} (wording.js), of a list of them, or "" for null. Values may be
  // numbers, {signed: number} and lists, formatted in the page's language, or messages.
  C.text = (message) => {
    if (!message) return "";
    if (Array.isArray(message)) return message.map(C.text).join(" ");
    var values = {};
    Object.keys(message.values || {}).forEach((name) => { values[name] = formatValue(message.values[name]); });
    return (message.count === undefined ? C.t(message.code, values) : C.tn(message.code, message.count, values)) + (message.end || "");
  };
  function formatValue(value) {
    if (typeof value === "number") return C.number(value);
    if (Array.isArray(value)) return C.list(value);
    if (value && value.signed !== undefined) return C.signed(value.signed);
    return value && value.code ? C.text(value) : value;
  }
  // The other languages, with their own names, for the switch.
  C.otherLanguages = () => {
    return C.languages.filter((language) => language !== C.language).map((language) => ({ code: language, name: C.languageNames[language] }));
  };
  C.list = (parts) => {
    if (parts.length < 2) return parts.join("");
    return parts.slice(0, -1).join(", ") + " " + C.t("and") + " " + parts[parts.length - 1];
  };
})();

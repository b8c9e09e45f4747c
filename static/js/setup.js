// The set-up page: a way out offered in the box sets its field; a quick date sets the date; another format brings its own
// defaults, where nobody has chosen otherwise; a criterion goes up one place; a refusal is read first.
(function () {
  "use strict";

  var form = document.querySelector("form[data-setup]");
  if (!form) return;

  function set(name, value) {
    var field = form.elements[name];
    if (!field) return;
    if (field instanceof RadioNodeList) {
      Array.prototype.forEach.call(field, function (one) { one.checked = one.value === value; });
    } else {
      field.value = value;
    }
    var first = field instanceof RadioNodeList ? form.querySelector('[name="' + name + '"]:checked') : field;
    first.dispatchEvent(new Event("input", { bubbles: true }));
    first.focus();
    first.scrollIntoView({ block: "center" });
  }

  form.addEventListener("click", function (event) {
    var way = event.target.closest('button[name="way"]');
    var quick = event.target.closest("button[data-set]");
    if (way) {
      event.preventDefault();
      var at = way.value.indexOf("=");
      set(way.value.slice(0, at), way.value.slice(at + 1));
    } else if (quick) {
      set(quick.dataset.set, quick.dataset.value);
    }
  });

  var shipped = document.getElementById("setup-formats");
  var formats = shipped ? JSON.parse(shipped.textContent) : {};
  var format = form.elements.format ? form.elements.format.value : "";

  var oddBefore = null; // what was chosen before a format took its place that leaves no choice

  function every(selector, inside, act) {
    Array.prototype.forEach.call(inside.querySelectorAll(selector), act);
  }

  // What the chosen format does not ask stays out of the way; without this script it is shown, and ignored.
  function showWhatIsAsked() {
    var chosen = formats[format];
    if (!chosen) return;
    every(".field", form, function (box) {
      var first = box.querySelector("[name]");
      box.hidden = first !== null && chosen.not_asked.indexOf(first.name) >= 0;
    });
    var sections = "details.section:not([data-game]):not([data-left-over]), fieldset.declared, .declared .asked";
    every(sections + ", .details-in .asked", form, function (section) {
      section.hidden = section.querySelector(".field") !== null && !section.querySelector(".field:not([hidden])");
    });
    every("[data-game]", form, function (part) {
      var asked = part.querySelector(".field:not([hidden])") || !part.querySelector(".field");
      part.hidden = part.dataset.game !== chosen.game || !asked;
    });
    every('[name="odd"]', form, function (way) {
      way.closest(".choice").hidden = way.value !== "later" && chosen.odd_ways.indexOf(way.value) < 0;
    });
    var only = chosen.odd_ways.length < 2, left = form.querySelector("[data-left-over]");
    left.hidden = !chosen.odd_ways.length;
    every("[data-ways]", left, function (part) { part.hidden = (part.dataset.ways === "one") !== only; });
    var odd = form.elements.odd;
    odd[0].closest(".field").hidden = only;
    if (only && oddBefore === null) oddBefore = odd.value;
    if (only) odd.value = chosen.odd_ways[0] || "later";
    else if (oddBefore !== null) { odd.value = oddBefore; oddBefore = null; }
  }

  form.addEventListener("change", function (event) {
    if (event.target.name !== "format" || !formats[event.target.value]) return;
    var before = formats[format].defaults, now = formats[event.target.value].defaults;
    Object.keys(now).forEach(function (name) {
      var field = form.elements[name];
      if (!field) return;
      if (field.type === "checkbox") {
        if (field.checked === before[name]) field.checked = now[name];
      } else if (field.value === before[name]) {
        field.value = now[name];
      }
    });
    format = event.target.value;
    showWhatIsAsked();
  });
  showWhatIsAsked();

  // A criterion goes up one place: it changes its place with the one above.
  form.addEventListener("click", function (event) {
    var up = event.target.closest("button[data-up]");
    if (!up) return;
    var row = up.closest("li"), above = row.previousElementSibling;
    var own = row.querySelector("select"), other = above.querySelector("select");
    var value = own.value;
    own.value = other.value;
    other.value = value;
    (above.querySelector("button[data-up]:not([hidden])") || other).focus();
    own.dispatchEvent(new Event("change", { bubbles: true }));
  });
  every("button[data-up]", form, function (up) { up.hidden = false; });

  Array.prototype.forEach.call(form.querySelectorAll("[data-quick]"), function (row) { row.hidden = false; });

  var refused = document.querySelector("[data-focus]");
  if (refused) refused.focus();
})();

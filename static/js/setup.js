// The set-up page: a way out offered in the box sets its field; a quick date sets the date; another format brings its own
// numbers, where nobody has typed others; a refusal is read first.
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

  var shipped = document.getElementById("setup-defaults");
  var defaults = shipped ? JSON.parse(shipped.textContent) : {};
  var format = form.elements.format ? form.elements.format.value : "";
  form.addEventListener("change", function (event) {
    if (event.target.name !== "format" || !defaults[event.target.value]) return;
    Object.keys(defaults[event.target.value]).forEach(function (name) {
      var field = form.elements[name];
      if (field && field.value === String(defaults[format][name])) field.value = defaults[event.target.value][name];
    });
    format = event.target.value;
  });

  Array.prototype.forEach.call(form.querySelectorAll("[data-quick]"), function (row) { row.hidden = false; });

  var refused = document.querySelector("[data-focus]");
  if (refused) refused.focus();
})();

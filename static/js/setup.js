// The set-up page: buttons that set a field (a suggested fix, a quick date), fields that the format does not need, the order of
// the criteria, and the focus on a refusal.
(function () {
  "use strict";

  var form = document.querySelector("form[data-setup]");
  if (!form) return;

  function setField(name, value) {
    var field = form.elements[name];
    if (!field) return;
    if (field instanceof RadioNodeList) {
      Array.prototype.forEach.call(field, (option) => { option.checked = option.value === value; });
    } else {
      field.value = value;
    }
    var control = field instanceof RadioNodeList ? form.querySelector('[name="' + name + '"]:checked') : field;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    for (var details = control.closest("details:not([open])"); details;
      details = details.parentNode.closest("details:not([open])")) details.open = true;
    control.focus();
    control.scrollIntoView({ block: "center" });
  }

  form.addEventListener("click", (event) => {
    var wayButton = event.target.closest('button[name="way"]');
    var quickButton = event.target.closest("button[data-set]");
    if (wayButton) {
      event.preventDefault();
      var separator = wayButton.value.indexOf("=");
      setField(wayButton.value.slice(0, separator), wayButton.value.slice(separator + 1));
    } else if (quickButton) {
      setField(quickButton.dataset.set, quickButton.dataset.value);
    }
  });

  function forEachMatch(selector, container, callback) {
    Array.prototype.forEach.call(container.querySelectorAll(selector), callback);
  }

  // Hides fields that the format does not use. Without this script they are shown, and the server ignores them.
  function showNeededFields(needs) {
    forEachMatch(".field", form, (box) => {
      var control = box.querySelector("[name]");
      box.hidden = control !== null && needs.not_asked.indexOf(control.name) >= 0;
    });
    forEachMatch(".details-in details.section:not([data-left-over]), fieldset.declared, .asked", form, (section) => {
      var fields = Array.from(section.querySelectorAll(".field")).filter((box) => !box.querySelector("[name=points_as]"));
      section.hidden = fields.length > 0 && fields.every((box) => box.hidden);
    });
    forEachMatch('[name="odd"]', form, (option) => {
      option.closest(".choice").hidden = option.value !== "later" && needs.odd_ways.indexOf(option.value) < 0;
    });
    var hasOneWay = needs.odd_ways.length < 2, leftOver = form.querySelector("[data-left-over]"), oddField = form.elements.odd;
    leftOver.hidden = !needs.odd_ways.length;
    forEachMatch("[data-ways]", leftOver, (part) => { part.hidden = (part.dataset.ways === "one") !== hasOneWay; });
    oddField[0].closest(".field").hidden = hasOneWay;
    if (hasOneWay) oddField.value = needs.odd_ways[0] || "later";
  }

  showNeededFields(JSON.parse(document.getElementById("setup-asked").textContent));

  // Moves a criterion up: it swaps values with the one above.
  form.addEventListener("click", (event) => {
    var upButton = event.target.closest("button[data-up]");
    if (!upButton) return;
    var row = upButton.closest("li"), rowAbove = row.previousElementSibling;
    var select = row.querySelector("select"), selectAbove = rowAbove.querySelector("select");
    var value = select.value;
    select.value = selectAbove.value;
    selectAbove.value = value;
    (rowAbove.querySelector("button[data-up]:not([hidden])") || selectAbove).focus();
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  forEachMatch("button[data-up]", form, (upButton) => { upButton.hidden = false; });

  Array.prototype.forEach.call(form.querySelectorAll("[data-quick]"), (row) => { row.hidden = false; });

  var refusal = document.querySelector("[data-focus]");
  if (refusal) refusal.focus();
})();

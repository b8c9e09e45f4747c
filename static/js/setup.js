// The set-up page: a way out offered in the box sets its field; a quick date sets the date; what was typed goes along to
// another kind or format; a criterion goes up one place; a refusal is read first.
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
    for (var around = first.closest("details:not([open])"); around; around = around.parentNode.closest("details:not([open])")) around.open = true;
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

  function every(selector, inside, act) {
    Array.prototype.forEach.call(inside.querySelectorAll(selector), act);
  }

  // What the format does not ask stays out of the way; without this script it is shown, and ignored.
  function showWhatIsAsked(asked) {
    every(".field", form, function (box) {
      var first = box.querySelector("[name]");
      box.hidden = first !== null && asked.not_asked.indexOf(first.name) >= 0;
    });
    every(".details-in details.section:not([data-left-over]), fieldset.declared, .asked", form, function (section) {
      var fields = Array.from(section.querySelectorAll(".field")).filter(function (box) { return !box.querySelector("[name=points_as]"); });
      section.hidden = fields.length > 0 && fields.every(function (box) { return box.hidden; });
    });
    every('[name="odd"]', form, function (way) {
      way.closest(".choice").hidden = way.value !== "later" && asked.odd_ways.indexOf(way.value) < 0;
    });
    var only = asked.odd_ways.length < 2, left = form.querySelector("[data-left-over]"), odd = form.elements.odd;
    left.hidden = !asked.odd_ways.length;
    every("[data-ways]", left, function (part) { part.hidden = (part.dataset.ways === "one") !== only; });
    odd[0].closest(".field").hidden = only;
    if (only) odd.value = asked.odd_ways[0] || "later";
  }

  showWhatIsAsked(JSON.parse(document.getElementById("setup-asked").textContent));

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

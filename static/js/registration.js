// Adding players: Enter sends the line and clears it at once, so that typing the next name need not wait for the server.
// Players who were not saved come back into the form, one after another, whenever no other name is in it. Another name in place of
// theirs begins the next player: the one who came back waits again, as entered, and nothing of them stays in the form.
(function () {
  "use strict";
  var form = document.querySelector("form[data-quick-add]");
  if (!form || !window.htmx) return;
  var nameField = form.elements.name;
  var messageBox = () => document.getElementById("add-answer");
  var queue = []; // the first is being sent
  var refused = []; // players who were not saved and wait to come back: {data, sayWhy}
  var inForm = null; // the one of them who is in the form again
  var setForNext = {}; // what was set for the next players before that one came back: {field: value}
  var KEPT_FIELDS = ["club", "region", "fee", "paid_how"]; // for the next player

  function categoryBoxes() { return form.querySelectorAll("input[name='categories']"); }

  function isCleared(field) { return field.name && field !== nameField && field.type !== "hidden" && KEPT_FIELDS.indexOf(field.name) < 0; }

  // Begins the next player. The name is left alone, as a phone's keyboard may be in the middle of it.
  function clearForm() {
    Array.from(form.elements).filter(isCleared).forEach((field) => {
      if (field.type === "checkbox") field.checked = false; else field.value = "";
    });
    for (var field in setForNext) form.elements[field].value = setForNext[field];
    setForNext = {};
    inForm = null;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    var data = new FormData(form);
    clearForm();
    nameField.value = "";
    nameField.focus();
    showRefused();
    if (queue.push(data) === 1) sendNext();
  });

  // When the page is left, send what is still in the queue.
  window.addEventListener("pagehide", () => {
    queue.splice(1).forEach(post);
  });

  function sendNext() {
    send(queue[0]).then(() => {
      queue.shift();
      showRefused();
      if (queue.length) sendNext();
    });
  }

  function post(data) {
    return window.Cheville.send(form.action, { body: data, headers: { "HX-Request": "true" }, redirect: "manual", keepalive: true });
  }

  function send(data) {
    return post(data).then((response) => {
      if (response.status === 507) return response.text().then((html) => { // disk full: show the message
        window.htmx.swap(form, html, { swapStyle: "none" });
        throw new Error("disk");
      });
      if (response.status !== 200 && response.status !== 422) throw new Error(String(response.status));
      return response.text().then((html) => {
        var show = () => { window.htmx.swap(form, html, { swapStyle: "none" }); };
        if (response.status === 422) refuse(data, show); else show();
      });
    }).catch(() => {
      refuse(data, () => { messageBox().textContent = form.dataset.failed.replace("NAME", data.get("name")); });
    });
  }

  function refuse(data, sayWhy) {
    refused.push({ data: data, sayWhy: sayWhy });
    sayWhy();
  }

  // Not while another field has the focus, or something is in it: that is for the next player.
  function showRefused() {
    var isElsewhere = form.contains(document.activeElement) && document.activeElement !== nameField;
    var isBegun = Array.from(form.elements).some((field) => isCleared(field) && (field.type === "checkbox" ? field.checked : field.value));
    if (!inForm && refused.length && !nameField.value && !isElsewhere && !isBegun) {
      inForm = refused.shift();
      restoreForm(inForm.data);
    }
    if (inForm) inForm.sayWhy();
  }
  nameField.addEventListener("focus", showRefused);

  function restoreForm(data) {
    KEPT_FIELDS.forEach((field) => {
      if (form.elements[field].value !== data.get(field)) setForNext[field] = form.elements[field].value;
    });
    data.forEach((value, field) => {
      if (field !== "csrfmiddlewaretoken" && field !== "categories" && form.elements[field]) form.elements[field].value = value;
    });
    checkCategories(data.getAll("categories"));
    nameField.select();
  }

  function checkCategories(checked) {
    categoryBoxes().forEach((box) => { box.checked = checked.indexOf(box.value) !== -1; });
  }

  var replacesName = false; // whether the next change of the name replaces all of it, however long the new one is
  nameField.addEventListener("beforeinput", () => {
    replacesName = nameField.selectionStart === 0 && nameField.selectionEnd === nameField.value.length;
  });
  nameField.addEventListener("input", (event) => {
    var known = Array.from(document.getElementById("known-players").options).find((option) => option.value === nameField.value);
    // A choice from the list also replaces all of it: Chromium sends no type with it, Firefox this one.
    var isChosen = known && (!event.inputType || event.inputType === "insertReplacementText");
    if (inForm && !nameField.value) clearForm(); // the player is given up
    else if (inForm && (replacesName || isChosen)) putBack();
    else if (inForm) inForm.data.set("name", nameField.value);
    if (known) fillIn(known.dataset);
  });

  // The player in the form waits again, as corrected so far.
  function putBack() {
    var name = inForm.data.get("name");
    inForm.data = new FormData(form);
    inForm.data.set("name", name);
    refused.unshift(inForm);
    clearForm();
  }

  // Fills in what was entered earlier of a known player.
  function fillIn(known) {
    form.elements.club.value = known.club;
    form.elements.region.value = known.region;
    form.elements.member_number.value = known.member;
    form.elements.apart.value = known.apart;
    form.elements.note.value = known.note;
    checkCategories(known.categories.split(" "));
    var answers = JSON.parse(known.answers);
    for (var number in answers) form.elements["answer_" + number].value = answers[number];
  }

  // Escape cancels the editing of a row.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    var editForm = event.target.closest("form[data-escape]");
    if (editForm) document.getElementById(editForm.dataset.escape).click();
  });
})();

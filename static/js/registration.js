// Adding players: Enter sends the line and clears it at once, so that typing the next name need not wait for the server.
// Players who were not saved come back into the form, one after another, whenever no other name is in it.
(function () {
  "use strict";
  var form = document.querySelector("form[data-quick-add]");
  if (!form || !window.htmx) return;
  var nameField = form.elements.name;
  var messageBox = () => document.getElementById("add-answer");
  var queue = []; // the first is being sent
  var refused = []; // players who were not saved, each with what says why
  var inForm = null; // the one of them who is in the form again
  var CLEARED_FIELDS = ["name", "member_number", "apart", "note", "on_the_internet"];

  // Cleared after each player, as categories differ from player to player.
  function categoryBoxes() { return form.querySelectorAll("input[name='categories']"); }

  function clearForm() {
    CLEARED_FIELDS.forEach((field) => { form.elements[field].value = ""; });
    form.querySelectorAll("select[name^='answer_']").forEach((field) => { field.value = ""; });
    categoryBoxes().forEach((box) => { box.checked = false; });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    var data = new FormData(form);
    clearForm();
    nameField.focus();
    inForm = null;
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

  function showRefused() {
    if (!inForm && refused.length && !nameField.value) {
      inForm = refused.shift();
      restoreForm(inForm.data);
    }
    if (inForm) inForm.sayWhy();
  }

  function restoreForm(data) {
    data.forEach((value, field) => {
      if (field !== "csrfmiddlewaretoken" && field !== "categories" && form.elements[field]) form.elements[field].value = value;
    });
    var checked = data.getAll("categories");
    categoryBoxes().forEach((box) => { box.checked = checked.indexOf(box.value) !== -1; });
    nameField.select();
  }

  // The next name typed over a player who came back: that player waits again. An emptied name is given up.
  nameField.addEventListener("input", () => {
    var typed = nameField.value;
    if (!inForm || typed.length > 1) return;
    if (typed) {
      refused.unshift(inForm);
      clearForm();
      nameField.value = typed;
    }
    inForm = null;
  });

  // Choosing a known player fills in what was entered earlier.
  nameField.addEventListener("input", () => {
    var options = document.getElementById("known-players").options;
    for (var i = 0; i < options.length; i++) {
      if (options[i].value !== nameField.value) continue;
      form.elements.club.value = options[i].dataset.club;
      form.elements.region.value = options[i].dataset.region;
      form.elements.member_number.value = options[i].dataset.member;
      form.elements.apart.value = options[i].dataset.apart;
      form.elements.note.value = options[i].dataset.note;
      var checked = options[i].dataset.categories.split(" ");
      categoryBoxes().forEach((box) => { box.checked = checked.indexOf(box.value) !== -1; });
      var answers = JSON.parse(options[i].dataset.answers);
      for (var number in answers) form.elements["answer_" + number].value = answers[number];
      return;
    }
  });

  // Escape cancels the editing of a row.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    var editForm = event.target.closest("form[data-escape]");
    if (editForm) document.getElementById(editForm.dataset.escape).click();
  });
})();

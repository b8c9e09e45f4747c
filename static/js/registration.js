// Typing players: Enter sends the line and frees it at once, so that nobody waits for the server between two names.
(function () {
  "use strict";
  var form = document.querySelector("form[data-quick-add]");
  if (!form || !window.htmx) return;
  var name = form.elements.name;
  var said = function () { return document.getElementById("add-said"); };
  var waiting = []; // the first is on its way
  var CLEARED = ["name", "member_number", "apart", "note"];

  // Whoever is typed next is in categories of their own.
  function boxes() { return form.querySelectorAll("input[name='categories']"); }

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    var typed = new FormData(form);
    CLEARED.forEach(function (field) { form.elements[field].value = ""; });
    form.querySelectorAll("select[name^='answer_']").forEach(function (field) { field.value = ""; });
    boxes().forEach(function (box) { box.checked = false; });
    name.focus();
    if (waiting.push(typed) === 1) next();
  });

  // Whoever leaves the page at once leaves nobody behind: what waits is sent all the same.
  window.addEventListener("pagehide", function () {
    waiting.splice(1).forEach(post);
  });

  function next() {
    send(waiting[0]).then(function () {
      waiting.shift();
      if (waiting.length) next();
    });
  }

  function post(typed) {
    return window.Cheville.send(form.action, { body: typed, headers: { "HX-Request": "true" }, redirect: "manual", keepalive: true });
  }

  function send(typed) {
    return post(typed).then(function (answer) {
      if (answer.status === 507) return answer.text().then(function (html) { // the disk, in words
        window.htmx.swap(form, html, { swapStyle: "none" });
        throw new Error("disk");
      });
      if (answer.status !== 200 && answer.status !== 422) throw new Error(String(answer.status));
      return answer.text().then(function (html) {
        window.htmx.swap(form, html, { swapStyle: "none" });
        if (answer.status === 422) putBack(typed);
      });
    }).catch(function () {
      putBack(typed);
      said().textContent = form.dataset.failed.replace("NAME", typed.get("name"));
    });
  }

  // What was refused stands in the line again, unless the next name is already being typed.
  function putBack(typed) {
    if (name.value) return;
    typed.forEach(function (value, field) {
      if (field !== "csrfmiddlewaretoken" && field !== "categories" && form.elements[field]) form.elements[field].value = value;
    });
    var held = typed.getAll("categories");
    boxes().forEach(function (box) { box.checked = held.indexOf(box.value) !== -1; });
    name.select();
  }

  // A known player who is chosen brings along whatever was asked for once.
  name.addEventListener("input", function () {
    var options = document.getElementById("known-players").options;
    for (var i = 0; i < options.length; i++) {
      if (options[i].value !== name.value) continue;
      form.elements.club.value = options[i].dataset.club;
      form.elements.region.value = options[i].dataset.region;
      form.elements.member_number.value = options[i].dataset.member;
      form.elements.apart.value = options[i].dataset.apart;
      form.elements.note.value = options[i].dataset.note;
      var held = options[i].dataset.categories.split(" ");
      boxes().forEach(function (box) { box.checked = held.indexOf(box.value) !== -1; });
      var answers = JSON.parse(options[i].dataset.answers);
      for (var number in answers) form.elements["answer_" + number].value = answers[number];
      return;
    }
  });

  // Escape leaves a row as it was.
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    var edited = event.target.closest("form[data-escape]");
    if (edited) document.getElementById(edited.dataset.escape).click();
  });
})();

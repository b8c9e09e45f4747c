// Small helps for every page, by attribute, so that fragments swapped in by htmx have them too:
// data-close-message   closes its message            data-open="id"  opens a <dialog>      data-close  closes it
// data-explain (tr)    opens the row under it        form[data-once] is sent once
// data-keypad, data-key  digits for a finger             form[data-quiet] is sent while the page stays; its [data-gone] goes
(function () {
  "use strict";
  var Cheville = (window.Cheville = window.Cheville || {});

  // What a page sends may change the line of the next step. Scripts send with this, and htmx says when it has sent.
  Cheville.send = function (address, options) {
    return fetch(address, Object.assign({ method: "POST", credentials: "same-origin" }, options)).finally(sent);
  };
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.requestConfig.verb !== "get") sent();
  });
  function sent() { document.body.dispatchEvent(new CustomEvent("sent")); }

  // The row under a line is made at the first tap, and asked for: a hall has hundreds of lines.
  function explanationOf(row) {
    var under = row.nextElementSibling, table = row.closest("table");
    if (under && under.classList.contains("explanation")) return under;
    if (!table.dataset.why) return null;
    under = document.createElement("tr");
    under.className = "explanation";
    under.hidden = true;
    var cell = under.insertCell();
    cell.colSpan = row.cells.length;
    cell.setAttribute("aria-live", "polite");
    row.after(under);
    fetch(table.dataset.why.replace(/0\/why\/$/, row.id.replace("row-", "") + "/why/")).then(function (answer) {
      if (!answer.ok) throw new Error(answer.status);
      return answer.text();
    }).then(function (html) { cell.innerHTML = html; }).catch(function () { cell.textContent = table.dataset.lost; });
    return under;
  }

  function toggleExplanation(row) {
    var under = explanationOf(row);
    if (!under) return;
    under.hidden = !under.hidden;
    var button = row.querySelector(".explain");
    if (button) button.setAttribute("aria-expanded", String(!under.hidden));
  }

  document.addEventListener("click", function (event) {
    var close = event.target.closest("[data-close-message]");
    if (close) {
      close.closest("[data-message]").remove();
      document.getElementById("main").focus();
      return;
    }
    var open = event.target.closest("[data-open]");
    if (open) {
      document.getElementById(open.dataset.open).showModal();
      return;
    }
    var shut = event.target.closest("dialog [data-close]");
    if (shut) {
      shut.closest("dialog").close();
      return;
    }
    var row = event.target.closest("tr[data-explain]");
    if (row && !event.target.closest("a, input, form, button:not(.explain)")) toggleExplanation(row);
  });

  // A click on the dimmed page closes a dialog; the dialog element itself is only hit outside its inner box.
  document.addEventListener("click", function (event) {
    if (event.target instanceof HTMLDialogElement) event.target.close();
  });

  // The second of two fast clicks must not post again. The server refuses it too; this spares the confusion.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!form.matches("form[data-once]")) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
  });
  // Nor does the second click of a double click press what the next page shows in the same place.
  document.addEventListener("click", function (event) {
    if (event.detail > 1 && event.target.closest("form[data-once] button:not([type=button])")) event.preventDefault();
  });
  window.addEventListener("pageshow", function (event) {
    // Back: what stood here then says old counts. A page on which something is being typed stays as it was left.
    if (event.persisted && !document.querySelector("[data-keep-typed]")) { location.reload(); return; }
    document.querySelectorAll("form[data-sent]").forEach(function (form) { delete form.dataset.sent; });
  });

  // What is being typed elsewhere on the page is kept. Where nothing answers the form is sent as any other.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!form.matches("form[data-quiet]")) return;
    event.preventDefault();
    Cheville.send(form.action, { body: new FormData(form), headers: { Accept: "text/plain" } }).then(function (answer) {
      if (!answer.ok) throw new Error(answer.status);
      var gone = form.closest("[data-gone]");
      if (!gone) return;
      if (gone.contains(document.activeElement)) document.getElementById("main").focus();
      gone.remove();
    }).catch(function () { form.submit(); });
  });

  // What could not be written, as the disk is full, is said among the messages, whatever asked.
  document.addEventListener("htmx:responseError", function (event) {
    if (event.detail.xhr.status === 507) window.htmx.swap(document.body, event.detail.xhr.responseText, { swapStyle: "none" });
  });

  // A button greyed with aria-disabled keeps its place in the tab order, so that its reason can be read; it does nothing.
  document.addEventListener("click", function (event) {
    if (event.target.closest('[aria-disabled="true"]')) event.preventDefault();
  }, true);

  // data-keypad: the digits write into the hidden field and onto the screen above them; three digits are enough.
  document.addEventListener("click", function (event) {
    var key = event.target.closest("[data-keypad] [data-key]");
    if (!key) return;
    var pad = key.closest("[data-keypad]");
    var field = pad.querySelector("input");
    if (key.dataset.key === "back") field.value = field.value.slice(0, -1);
    else if (field.value.length < 3) field.value += key.dataset.key;
    pad.querySelector("output").textContent = field.value;
  });

  // An error is about what was sent: once its field is changed it goes, beside the field and in the list above.
  document.addEventListener("input", function (event) {
    var box = event.target.closest(".field.has-error");
    if (!box) return;
    box.classList.remove("has-error");
    box.querySelectorAll(".error").forEach(function (error) { error.remove(); });
    box.querySelectorAll("[aria-invalid]").forEach(function (field) { field.removeAttribute("aria-invalid"); });
    document.querySelectorAll(".refusals li a").forEach(function (link) {
      if (link.hash !== "#" + event.target.id && link.hash !== "#id_" + event.target.name) return;
      var refusals = link.closest(".refusals");
      link.closest("li").remove();
      if (!refusals.querySelector("li, p")) refusals.remove();
    });
  });

  // What was refused is shown where it was typed, also when that lies below the fold.
  var wrong = document.querySelector("main [aria-invalid=true]");
  if (wrong && !document.querySelector("main [autofocus]")) wrong.focus();
})();

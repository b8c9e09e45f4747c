// Small behaviours of every page, bound to attributes so that they also work in fragments swapped in by htmx:
// data-close-message     closes its message
// data-open="id"         opens a <dialog>; data-close closes it
// data-explain (tr)      opens the row below it
// data-keypad, data-key  number pad for touch
// form[data-once]        is sent only once
// form[data-quiet]       is sent without leaving the page; its [data-gone] is removed
(function () {
  "use strict";
  var Cheville = (window.Cheville = window.Cheville || {});

  // Sends a request, then fires "sent" on the body: any change may affect the line of the next step, which listens to it.
  // Requests of htmx fire it too.
  Cheville.send = (address, options) => fetch(address, Object.assign({ method: "POST", credentials: "same-origin" }, options)).finally(emitSent);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "get") emitSent();
  });
  function emitSent() { document.body.dispatchEvent(new CustomEvent("sent")); }

  // Returns the explanation row below a line. It is created and fetched at the first tap: a page can have hundreds of lines.
  function explanationRow(row) {
    var explanation = row.nextElementSibling, table = row.closest("table");
    if (explanation && explanation.classList.contains("explanation")) return explanation;
    if (!table.dataset.why) return null;
    explanation = document.createElement("tr");
    explanation.className = "explanation";
    explanation.hidden = true;
    var cell = explanation.insertCell();
    cell.colSpan = row.cells.length;
    cell.setAttribute("aria-live", "polite");
    row.after(explanation);
    fetch(table.dataset.why.replace(/0\/why\/$/, row.id.replace("row-", "") + "/why/")).then((response) => {
      if (!response.ok) throw new Error(response.status);
      return response.text();
    }).then((html) => { cell.innerHTML = html; }).catch(() => {
      cell.textContent = table.dataset.lost;
      explanation.dataset.failed = "";
    });
    return explanation;
  }

  function toggleExplanation(row) {
    var explanation = explanationRow(row);
    if (!explanation) return;
    explanation.hidden = !explanation.hidden;
    var button = row.querySelector(".explain");
    if (button) button.setAttribute("aria-expanded", String(!explanation.hidden));
    if (explanation.hidden && "failed" in explanation.dataset) explanation.remove(); // the next tap fetches it again
  }

  document.addEventListener("click", (event) => {
    var closeButton = event.target.closest("[data-close-message]");
    if (closeButton) {
      closeButton.closest("[data-message]").remove();
      document.getElementById("main").focus();
      return;
    }
    var openButton = event.target.closest("[data-open]");
    if (openButton) {
      document.getElementById(openButton.dataset.open).showModal();
      return;
    }
    var dialogClose = event.target.closest("dialog [data-close]");
    if (dialogClose) {
      dialogClose.closest("dialog").close();
      return;
    }
    var row = event.target.closest("tr[data-explain]");
    if (row && !event.target.closest("a, input, form, button:not(.explain)")) toggleExplanation(row);
  });

  // A click on the dimmed page closes a dialog; the dialog element itself is only hit outside its inner box.
  document.addEventListener("click", (event) => {
    if (event.target instanceof HTMLDialogElement) event.target.close();
  });

  // The second of two fast clicks must not post again. The server refuses it too; this spares the confusion.
  document.addEventListener("submit", (event) => {
    var form = event.target;
    if (!form.matches("form[data-once]")) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
  });
  // The second click of a double click must not press a button that the next page shows in the same place.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("form[data-once] button:not([type=button])")) event.preventDefault();
  });
  window.addEventListener("pageshow", (event) => {
    // Back button: a page from the cache shows old numbers, so reload it, except where the user was typing.
    if (event.persisted && !document.querySelector("[data-keep-typed]")) { location.reload(); return; }
    document.querySelectorAll("form[data-sent]").forEach((form) => { delete form.dataset.sent; });
  });

  // Sends the form without leaving the page, so that input elsewhere on it is kept. On an error the form is submitted normally.
  document.addEventListener("submit", (event) => {
    var form = event.target;
    if (!form.matches("form[data-quiet]")) return;
    event.preventDefault();
    Cheville.send(form.action, { body: new FormData(form), headers: { Accept: "text/plain" } }).then((response) => {
      if (!response.ok) throw new Error(response.status);
      var removable = form.closest("[data-gone]");
      if (!removable) return;
      if (removable.contains(document.activeElement)) document.getElementById("main").focus();
      removable.remove();
    }).catch(() => { form.submit(); });
  });

  // 507: the disk is full. Show the message of the server, whatever sent the request.
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status === 507) window.htmx.swap(document.body, event.detail.xhr.responseText, { swapStyle: "none" });
  });

  // A button with aria-disabled stays in the tab order, so that its reason can be read, but does nothing.
  document.addEventListener("click", (event) => {
    if (event.target.closest('[aria-disabled="true"]')) event.preventDefault();
  }, true);

  // data-keypad: the digits fill the hidden field and the output above them, up to three digits.
  document.addEventListener("click", (event) => {
    var key = event.target.closest("[data-keypad] [data-key]");
    if (!key) return;
    var pad = key.closest("[data-keypad]");
    var field = pad.querySelector("input");
    if (key.dataset.key === "back") field.value = field.value.slice(0, -1);
    else if (field.value.length < 3) field.value += key.dataset.key;
    pad.querySelector("output").textContent = field.value;
  });

  // Once a field is changed its error is removed, beside the field and in the list above.
  document.addEventListener("input", (event) => {
    var box = event.target.closest(".field.has-error");
    if (!box) return;
    box.classList.remove("has-error");
    box.querySelectorAll(".error").forEach((error) => { error.remove(); });
    box.querySelectorAll("[aria-invalid]").forEach((field) => { field.removeAttribute("aria-invalid"); });
    document.querySelectorAll(".refusals li a").forEach((link) => {
      if (link.hash !== "#" + event.target.id && link.hash !== "#id_" + event.target.name) return;
      var refusals = link.closest(".refusals");
      link.closest("li").remove();
      if (!refusals.querySelector("li, p")) refusals.remove();
    });
  });

  // Focus the first refused field, which may be below the fold.
  var invalidField = document.querySelector("main [aria-invalid=true]");
  if (invalidField && !document.querySelector("main [autofocus]")) invalidField.focus();
})();

// Shows the state of the entry (entry.js) and the queue (sending.js) on the page of the desk. Contains no rules.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;
  var ICONS = { ok: "is-ok", error: "error", warning: "is-waiting", wait: "is-waiting" };

  // The sheet says what was refused as it is typed; the answer of the desk then says it alone.
  D.hideRepeatedErrors = () => {
    var answer = document.getElementById("desk-answer").textContent.trim();
    document.querySelectorAll("#desk-sheet .error").forEach((line) => { line.hidden = line.textContent.trim() === answer; });
  };

  D.screen = (form, board) => {
    var messageBox = byId("desk-answer"), noticeBox = byId("desk-notices"), aboutLine = byId("desk-who"), status = byId("desk-status");
    var button = byId("desk-enter"), queueLine = byId("desk-ahead"), hands = byId("desk-hands"),
      several = form.querySelector(".desk-several");
    var radios = Array.from(form.elements.winner), shown = { message: null, notices: [], ahead: "" };
    var boxes = Array.from(form.querySelectorAll("input[id^=d-], textarea"));

    function byId(id) { return document.getElementById(id); }
    function createIcon(kind) {
      return byId("desk-icons").content.querySelector('[data-icon="' + kind + '"]').firstElementChild.cloneNode(true);
    }
    function createElement(name, text, className) {
      var node = document.createElement(name);
      node.className = className || "";
      node.textContent = text;
      return node;
    }
    function createMessage(kind, message, name, className) { // an icon and a sentence; tests read the code
      var line = createElement(name, "", className);
      line.dataset.code = message.code || "";
      line.append(createIcon(kind), createElement(name === "div" ? "p" : "span", message.text));
      return line;
    }
    function setValue(box, value) { if (box.value !== value) box.value = value; }
    function setFlag(element, name, on) {
      if (on) element.setAttribute(name, "true");
      else element.removeAttribute(name);
    }
    function showSides(view, s) { // the sides of the table, with their names
      form.querySelectorAll("[data-of]").forEach((place) => { place.hidden = !view.letters.includes(place.dataset.of); });
      form.querySelectorAll("[data-name]").forEach((place) => {
        var name = view.names[place.dataset.name] || place.dataset.seat;
        if (place.textContent !== name) place.textContent = name;
      });
      form.classList.toggle("is-several", view.several);
      form.classList.toggle("is-award", Boolean(s.how));
      form.classList.toggle("is-correcting", Boolean(s.correcting));
      form.dataset.sides = view.letters.length;
      if (several) several.hidden = !view.several;
      boxes.forEach((box) => { // the locked field follows from the others: it cannot be typed
        var follows = view.locked !== "" && box.name === view.locked;
        if (box.disabled === follows) return;
        box.disabled = follows;
        box.placeholder = follows ? board.target : "";
      });
    }
    function showMessages(s) {
      if (s.message !== shown.message) {
        messageBox.replaceChildren.apply(messageBox, s.message ? [
          createMessage(s.message.kind, s.message, "p", ICONS[s.message.kind])] : []);
        if (s.message && s.message.kind !== "ok") messageBox.scrollIntoView({ block: "nearest" });
        D.hideRepeatedErrors();
      }
      if (s.notices !== shown.notices) {
        noticeBox.replaceChildren.apply(noticeBox, s.notices.map((notice) => createMessage("warning", notice, "div", "box warning")));
      }
      shown.message = s.message;
      shown.notices = s.notices;
    }
    function showQueue(outbox) {
      var queue = D.sending.queueView(outbox), text = JSON.stringify(queue);
      if (text === shown.ahead) return;
      shown.ahead = text;
      queueLine.hidden = !queue;
      queueLine.dataset.code = queue ? queue.code : "";
      queueLine.replaceChildren.apply(queueLine, !queue ? [] : [createElement("span", board.words[queue.code] + " ")].concat(
        queue.keys.map((key) => createElement("kbd", { Enter: "⏎", Backspace: "⌫", Escape: "Esc", " ": "␣" }[key] || key))));
    }
    function markTile(meeting) {
      status.querySelectorAll(".tile").forEach((tile) => {
        setFlag(tile, "aria-current", meeting && tile.closest("[data-slot]").dataset.slot === meeting);
      });
    }
    function updateTiles(update) { // unchanged tiles stay
      var template = createElement("template"), list;
      template.innerHTML = update.status;
      list = template.content.querySelector(".tiles");
      if (!update.whole && list) {
        var changed = {};
        list.querySelectorAll("[data-slot]").forEach((tile) => { changed[tile.dataset.slot] = tile; });
        status.querySelectorAll(".tiles > [data-slot]").forEach((tile) => { list.append(changed[tile.dataset.slot] || tile); });
      }
      status.replaceChildren(template.content);
      if (update.whole && list) addPages(update.pages);
    }
    function addPages(pages, replaceFirst) { // adds the tiles of the other pages in place of the link to them
      var list = status.querySelector(".tiles"), link = status.querySelector("[data-pages]");
      if (replaceFirst) list.replaceChildren();
      pages.forEach((html) => {
        var template = createElement("template");
        template.innerHTML = html;
        list.append.apply(list, template.content.querySelectorAll(".tiles > [data-slot]"));
      });
      if (link) link.remove();
    }
    function moveFocus(s) {
      var radio = radios.find((radio) => radio.checked) || radios[0];
      var box = s.focus === "winner" ? radio : s.focus === "enter" ? button : form.elements[s.focus];
      if (hands && s.focus === "hands") hands.open = true;
      box.focus();
      if (s.selected && box instanceof HTMLInputElement && box.type !== "radio") box.select();
    }

    return {
      markTile,
      updateTiles,
      addPages,
      show: (s, outbox) => {
        var view = B.view(board, s);
        showSides(view, s);
        setValue(form.elements.table, s.table);
        setValue(form.elements.how, s.how);
        boxes.forEach((box) => {
          if (box !== form.elements.table) setValue(box, s.values[box.name] || "");
          setFlag(box, "aria-invalid", s.invalid === box.name);
        });
        radios.forEach((radio) => { radio.checked = radio.value === s.winner; });
        if (aboutLine.textContent !== view.about) aboutLine.textContent = view.about;
        if (button.textContent !== view.button) button.textContent = view.button;
        showMessages(s);
        showQueue(outbox);
        markTile(view.tile);
        setFlag(form, "aria-busy", Boolean(outbox.now));
        if (s.moved) moveFocus(s);
      },
    };
  };
})();

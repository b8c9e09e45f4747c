// What the desk shows: a state of the entry (entry.js) and what waits (sending.js), written into the page. Decides nothing.
(function () {
  "use strict";
  var D = window.Cheville.desk, B = D.board;
  var ICONS = { ok: "is-ok", error: "error", warning: "is-wait", wait: "is-wait" };

  D.screen = function (form, board) {
    var answer = part("desk-answer"), told = part("desk-told"), who = part("desk-who"), status = part("desk-status");
    var button = part("desk-enter"), waiting = part("desk-ahead"), hands = part("desk-hands"), several = form.querySelector(".desk-several");
    var radios = Array.from(form.elements.winner), before = { answer: null, told: [], ahead: "" };
    var boxes = Array.from(form.querySelectorAll("input[id^=d-], textarea"));

    function part(id) { return document.getElementById(id); }
    function icon(kind) { return part("desk-icons").content.querySelector('[data-icon="' + kind + '"]').firstElementChild.cloneNode(true); }
    function element(name, text, className) {
      var made = document.createElement(name);
      made.className = className || "";
      made.textContent = text;
      return made;
    }
    function noted(kind, said, name, className) { // an icon and a sentence, with the code by which it is known
      var line = element(name, "", className);
      line.dataset.code = said.code || "";
      line.append(icon(kind), element(name === "div" ? "p" : "span", said.text));
      return line;
    }
    function set(box, value) { if (box.value !== value) box.value = value; }
    function mark(element, name, on) {
      if (on) element.setAttribute(name, "true");
      else element.removeAttribute(name);
    }
    function places(found, s) { // as many sides as sit there, with their names
      form.querySelectorAll("[data-of]").forEach(function (one) { one.hidden = !found.letters.includes(one.dataset.of); });
      form.querySelectorAll("[data-name]").forEach(function (one) {
        var name = found.names[one.dataset.name] || one.dataset.seat;
        if (one.textContent !== name) one.textContent = name;
      });
      form.classList.toggle("is-several", found.several);
      form.classList.toggle("is-award", Boolean(s.how));
      form.classList.toggle("is-correcting", Boolean(s.correcting));
      form.dataset.sides = found.letters.length;
      if (several) several.hidden = !found.several;
      boxes.forEach(function (box) { // what follows from the rest is not typed
        var follows = found.locked !== "" && box.name === found.locked;
        if (box.disabled === follows) return;
        box.disabled = follows;
        box.placeholder = follows ? board.target : "";
      });
    }
    function said(s) {
      if (s.answer !== before.answer) {
        answer.replaceChildren.apply(answer, s.answer ? [noted(s.answer.kind, s.answer, "p", ICONS[s.answer.kind])] : []);
        if (s.answer && s.answer.kind !== "ok") answer.scrollIntoView({ block: "nearest" });
      }
      if (s.told !== before.told) {
        told.replaceChildren.apply(told, s.told.map(function (one) { return noted("warning", one, "div", "box warning"); }));
      }
      before.answer = s.answer;
      before.told = s.told;
    }
    function ahead(mail) {
      var found = D.sending.shown(mail), text = JSON.stringify(found);
      if (text === before.ahead) return;
      before.ahead = text;
      waiting.hidden = !found;
      waiting.dataset.code = found ? found.code : "";
      waiting.replaceChildren.apply(waiting, !found ? [] : [element("span", board.words[found.code] + " ")].concat(
        found.keys.map(function (key) { return element("kbd", { Enter: "⏎", Backspace: "⌫", Escape: "Esc", " ": "␣" }[key] || key); })));
    }
    function tiles(meeting) {
      status.querySelectorAll(".tile").forEach(function (tile) {
        mark(tile, "aria-current", meeting && tile.closest("[data-slot]").dataset.slot === meeting);
      });
    }
    function renew(said) { // the tiles of tables that did not change stay
      var made = element("template"), list;
      made.innerHTML = said.status;
      list = made.content.querySelector(".tiles");
      if (!said.whole && list) {
        var fresh = {};
        list.querySelectorAll("[data-slot]").forEach(function (tile) { fresh[tile.dataset.slot] = tile; });
        status.querySelectorAll(".tiles > [data-slot]").forEach(function (tile) { list.append(fresh[tile.dataset.slot] || tile); });
      }
      status.replaceChildren(made.content);
      if (said.whole && list) add(said.pages);
    }
    function add(pages, fromTheFirst) { // the tiles of the other pages, instead of the way there
      var list = status.querySelector(".tiles"), way = status.querySelector("[data-pages]");
      if (fromTheFirst) list.replaceChildren();
      pages.forEach(function (html) {
        var made = element("template");
        made.innerHTML = html;
        list.append.apply(list, made.content.querySelectorAll(".tiles > [data-slot]"));
      });
      if (way) way.remove();
    }
    function focus(s) {
      var chosen = radios.find(function (radio) { return radio.checked; }) || radios[0];
      var box = s.focus === "winner" ? chosen : s.focus === "enter" ? button : form.elements[s.focus];
      if (hands && s.focus === "hands") hands.open = true;
      box.focus();
      if (s.whole && box instanceof HTMLInputElement && box.type !== "radio") box.select();
    }

    return {
      tiles: tiles,
      renew: renew,
      add: add,
      icon: icon,
      show: function (s, mail) {
        var found = B.shown(board, s);
        places(found, s);
        set(form.elements.table, s.table);
        set(form.elements.how, s.how);
        boxes.forEach(function (box) {
          if (box !== form.elements.table) set(box, s.values[box.name] || "");
          mark(box, "aria-invalid", s.wrong === box.name);
        });
        radios.forEach(function (radio) { radio.checked = radio.value === s.winner; });
        if (who.textContent !== found.about) who.textContent = found.about;
        if (button.textContent !== found.button) button.textContent = found.button;
        said(s);
        ahead(mail);
        tiles(found.tile);
        mark(form, "aria-busy", Boolean(mail.now));
        if (s.moved) focus(s);
      },
    };
  };
})();

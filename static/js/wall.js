// The projector: fits a list or a text to the screen and turns its pages by itself, by keys and by commands of a phone.
(function () {
  "use strict";
  // HEIGHT_SHARE, WIDTH_SHARE: smallest type as a share of the screen; 32 names fill one page of 1920 by 1080.
  var HEIGHT_SHARE = 0.04, WIDTH_SHARE = 0.0225, POLL_MS = 2000, TEXT_SCALE = 0.83;
  var BOTTOM_PX = 16, IDLE_MS = 4000; // free space below the list; time without pointer movement until the controls hide
  var model = window.Cheville.wall;
  var footer = document.querySelector("[data-screen]"), context = document.createElement("canvas").getContext("2d");
  var page = 0, pageCount = 1, paused = false, turnTimer = 0, idleTimer = 0, lastState = null;

  // The width of each name, in ems.
  function measureNames(names) {
    context.font = "650 100px " + getComputedStyle(names[0]).fontFamily;
    return names.map((name) => context.measureText(name.firstChild ? name.firstChild.textContent.trim() : "").width / 100);
  }

  function layOut() {
    var list = document.querySelector("[data-wall]"), text = document.querySelector("[data-wall-text]");
    if (text) flowText(text);
    if (!text && (!list || !list.children.length)) { pageCount = 1; scheduleTurn(model.pageSeconds(0)); } // nothing to show yet
    if (!list || !list.children.length) return;
    var people = Array.from(list.children);
    var height = window.innerHeight - list.getBoundingClientRect().top - window.scrollY - BOTTOM_PX;
    var minSize = Math.max(17, Math.round(Math.min(window.innerHeight * HEIGHT_SHARE, window.innerWidth * WIDTH_SHARE))), width = list.clientWidth;
    var names = Array.from(list.querySelectorAll(".wall-name")), widths = measureNames(names), sideWidth = Number(list.dataset.beside) + 0.4;
    var lineWidth = Math.min(model.typicalWidth(widths) + sideWidth, width / minSize);
    var layout = model.fit(people.length, lineWidth, width, height, minSize, Math.round(window.innerHeight * 0.12));
    pageCount = layout.pages;
    page = ((page % pageCount) + pageCount) % pageCount;
    list.style.setProperty("--size", layout.size + "px");
    list.style.setProperty("--lines", layout.lines);
    list.style.setProperty("--columns", layout.columns);
    list.style.setProperty("--height", height + "px");
    var nameRoom = (width / layout.size + 1) / layout.columns - 1 - sideWidth;
    names.forEach((name, index) => {
      var scale = model.nameScale(widths[index], nameRoom);
      name.classList.toggle("is-long", !scale);
      name.style.fontSize = scale && scale < 1 ? scale + "em" : "";
    });
    people.forEach((person, index) => { person.hidden = Math.floor(index / (layout.lines * layout.columns)) !== page; });
    list.classList.add("is-laid");
    scheduleTurn(model.pageSeconds(layout.lines * layout.columns));
  }

  // Flows a text into columns as high as the screen. Columns that do not fit are on the next pages.
  function flowText(text) {
    text.style.height = window.innerHeight - text.getBoundingClientRect().top - window.scrollY - BOTTOM_PX + "px";
    text.style.fontSize = Math.max(17, Math.round(Math.min(window.innerHeight * HEIGHT_SHARE, window.innerWidth * WIDTH_SHARE) * TEXT_SCALE)) + "px";
    var gap = parseFloat(getComputedStyle(text).columnGap), width = text.clientWidth + gap;
    pageCount = Math.max(1, Math.ceil((text.scrollWidth + gap) / width - 0.01));
    page = ((page % pageCount) + pageCount) % pageCount;
    text.scrollLeft = page * width;
    scheduleTurn(model.textSeconds(text.textContent.length / pageCount));
  }

  // Shows the page number and schedules the next page.
  function scheduleTurn(seconds) {
    var number = document.querySelector("[data-wall-page]");
    if (number) number.textContent = pageCount > 1 ? (page + 1) + " / " + pageCount : "";
    // New results redraw the page. A running timer is kept, or the page would never turn.
    if (paused || pageCount === 1 && !footer.dataset.following) resetTimer();
    else if (!turnTimer) turnTimer = setTimeout(() => { turnPage(1); }, seconds * 1000);
  }

  // The key help, the leave button and the pointer are visible while the mouse moves or the screen is touched.
  function showControls() {
    clearTimeout(idleTimer);
    document.documentElement.classList.remove("is-quiet");
    idleTimer = setTimeout(() => { document.documentElement.classList.add("is-quiet"); }, IDLE_MS);
  }
  ["pointermove", "pointerdown"].forEach((eventType) => { document.addEventListener(eventType, showControls); });
  showControls();

  // Stops the timer; the next layout starts it again.
  function resetTimer() {
    clearTimeout(turnTimer);
    turnTimer = 0;
  }

  function turnPage(step) {
    resetTimer();
    if (step > 0 && footer.dataset.following && page + step >= pageCount) return openFollowing();
    page += step;
    layOut();
  }

  // Opens the next tournament of the event after the last page. Without a network this one starts again at page 1.
  function openFollowing() {
    fetch(footer.dataset.following, { credentials: "same-origin" }).then((response) => {
      if (!response.ok) throw new Error(response.status);
      location.assign(response.url);
    }).catch(() => { page = 0; layOut(); });
  }

  function setPaused(value) {
    paused = value;
    document.querySelector("[data-paused]").hidden = !paused;
    layOut();
  }

  function openScreen(name) {
    var url = {
      seats: footer.dataset.seats, standings: footer.dataset.standings, bracket: footer.dataset.bracket,
      rules: footer.dataset.rules, podium: footer.dataset.podiumAt
    }[name];
    if (url && name !== footer.dataset.screen) location.assign(url);
  }

  function toggleFullscreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (document.documentElement.requestFullscreen) document.documentElement.requestFullscreen();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    var action = model.keyAction(event.key), onPodium = footer.dataset.screen === "podium";
    if (!action || onPodium && ["next", "previous", "pause"].indexOf(action) >= 0) return; // podium.js handles these
    event.preventDefault();
    if (action === "next" || action === "previous") turnPage(action === "next" ? 1 : -1);
    else if (action === "pause") setPaused(!paused);
    else if (action === "full") toggleFullscreen();
    else if (action === "help") footer.classList.toggle("is-hidden");
    else if (action === "leave") footer.querySelector("[data-leave]").click();
    else if (action === "code") document.documentElement.classList.toggle("shows-code");
    else openScreen(action);
  });

  setInterval(() => {
    if (document.hidden) return;
    fetch(footer.dataset.told, { credentials: "same-origin" }).then((response) => response.ok ? response.json() : null).then((state) => {
      if (!state) return;
      var command = model.phoneCommand(lastState, state, footer.dataset.screen);
      lastState = state;
      if (command.go) openScreen(command.go);
      else if (command.paused !== null) setPaused(command.paused);
      else if (command.turn) turnPage(command.turn);
    }).catch(() => { /* offline: try again at the next poll */ });
  }, POLL_MS);
  window.addEventListener("resize", layOut);
  document.addEventListener("live:changed", layOut);
  document.addEventListener("htmx:afterSwap", layOut); // the clock appears or disappears and changes the height
  if (document.fonts && document.fonts.ready) document.fonts.ready.then(layOut);
  layOut();
})();

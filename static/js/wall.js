// A projector: a list fills the screen and turns its pages; keys, and a phone that is asked for every two seconds.
(function () {
  "use strict";
  var TALL = 0.04, WIDE = 0.0225, ASK = 2000, TEXT = 0.83; // the least type, of the screen: 32 names fill one page of 1920 by 1080
  var BELOW = 16, QUIET = 4000; // pixels under a list; milliseconds without a hand on the mouse
  var model = window.Cheville.wall;
  var foot = document.querySelector("[data-screen]"), canvas = document.createElement("canvas").getContext("2d");
  var page = 0, pages = 1, paused = false, timer = 0, quiet = 0, last = null;

  // How wide each name is, in ems.
  function widthsOf(names) {
    canvas.font = "650 100px " + getComputedStyle(names[0]).fontFamily;
    return names.map(function (one) { return canvas.measureText(one.firstChild ? one.firstChild.textContent.trim() : "").width / 100; });
  }

  function lay() {
    var list = document.querySelector("[data-wall]"), text = document.querySelector("[data-wall-text]");
    if (text) flow(text);
    if (!text && (!list || !list.children.length)) { pages = 1; stands(model.seconds(0)); } // nothing to read yet
    if (!list || !list.children.length) return;
    var people = Array.from(list.children);
    var height = window.innerHeight - list.getBoundingClientRect().top - window.scrollY - BELOW;
    var least = Math.max(17, Math.round(Math.min(window.innerHeight * TALL, window.innerWidth * WIDE))), width = list.clientWidth;
    var names = Array.from(list.querySelectorAll(".wall-name")), widths = widthsOf(names), beside = Number(list.dataset.beside) + 0.4;
    var need = Math.min(model.need(widths) + beside, width / least);
    var at = model.fit(people.length, need, width, height, least, Math.round(window.innerHeight * 0.12));
    pages = at.pages;
    page = ((page % pages) + pages) % pages;
    list.style.setProperty("--size", at.size + "px");
    list.style.setProperty("--lines", at.lines);
    list.style.setProperty("--columns", at.columns);
    list.style.setProperty("--height", height + "px");
    var room = (width / at.size + 1) / at.columns - 1 - beside;
    names.forEach(function (one, index) {
      var type = model.type(widths[index], room);
      one.classList.toggle("is-long", !type);
      one.style.fontSize = type && type < 1 ? type + "em" : "";
    });
    people.forEach(function (person, index) { person.hidden = Math.floor(index / (at.lines * at.columns)) !== page; });
    list.classList.add("is-laid");
    stands(model.seconds(at.lines * at.columns));
  }

  // A text in columns as high as the screen; what is beyond the last of them is on the next pages.
  function flow(text) {
    text.style.height = window.innerHeight - text.getBoundingClientRect().top - window.scrollY - BELOW + "px";
    text.style.fontSize = Math.max(17, Math.round(Math.min(window.innerHeight * TALL, window.innerWidth * WIDE) * TEXT)) + "px";
    var gap = parseFloat(getComputedStyle(text).columnGap), width = text.clientWidth + gap;
    pages = Math.max(1, Math.ceil((text.scrollWidth + gap) / width - 0.01));
    page = ((page % pages) + pages) % pages;
    text.scrollLeft = page * width;
    stands(model.reading(text.textContent.length / pages));
  }

  function stands(seconds) {
    var number = document.querySelector("[data-wall-page]");
    if (number) number.textContent = pages > 1 ? (page + 1) + " / " + pages : "";
    // Results that come in draw the page anew: the time it has been read goes on, or it would never turn.
    if (paused || pages === 1 && !foot.dataset.following) began();
    else if (!timer) timer = setTimeout(function () { turn(1); }, seconds * 1000);
  }

  // What the keys do, the way out and the pointer itself are seen while a hand moves the mouse or touches the screen.
  function wake() {
    clearTimeout(quiet);
    document.documentElement.classList.remove("is-quiet");
    quiet = setTimeout(function () { document.documentElement.classList.add("is-quiet"); }, QUIET);
  }
  ["pointermove", "pointerdown"].forEach(function (moved) { document.addEventListener(moved, wake); });
  wake();

  // The page in sight is read from now on.
  function began() {
    clearTimeout(timer);
    timer = 0;
  }

  function turn(by) {
    began();
    if (by > 0 && foot.dataset.following && page + by >= pages) return follow();
    page += by;
    lay();
  }

  // The next tournament of an event, after the last page of this one; without a network this one goes on.
  function follow() {
    fetch(foot.dataset.following, { credentials: "same-origin" }).then(function (answer) {
      if (!answer.ok) throw new Error(answer.status);
      location.assign(answer.url);
    }).catch(function () { page = 0; lay(); });
  }

  function stand(still) {
    paused = still;
    document.querySelector("[data-paused]").hidden = !paused;
    lay();
  }

  function go(name) {
    var address = { seats: foot.dataset.seats, standings: foot.dataset.standings, bracket: foot.dataset.bracket, rules: foot.dataset.rules, podium: foot.dataset.podiumAt }[name];
    if (address && name !== foot.dataset.screen) location.assign(address);
  }

  function full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (document.documentElement.requestFullscreen) document.documentElement.requestFullscreen();
  }

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    var asked = model.key(event.key), onPodium = foot.dataset.screen === "podium";
    if (!asked || onPodium && ["next", "previous", "pause"].indexOf(asked) >= 0) return; // podium.js
    event.preventDefault();
    if (asked === "next" || asked === "previous") turn(asked === "next" ? 1 : -1);
    else if (asked === "pause") stand(!paused);
    else if (asked === "full") full();
    else if (asked === "help") foot.classList.toggle("is-hidden");
    else if (asked === "leave") foot.querySelector("[data-leave]").click();
    else if (asked === "code") document.documentElement.classList.toggle("shows-code");
    else go(asked);
  });

  setInterval(function () {
    if (document.hidden) return;
    fetch(foot.dataset.told, { credentials: "same-origin" }).then(function (answer) { return answer.ok ? answer.json() : null; }).then(function (now) {
      if (!now) return;
      var heard = model.heard(last, now, foot.dataset.screen);
      last = now;
      if (heard.go) go(heard.go);
      else if (heard.paused !== null) stand(heard.paused);
      else if (heard.turn) turn(heard.turn);
    }).catch(function () { /* the hall's network comes back */ });
  }, ASK);
  window.addEventListener("resize", lay);
  document.addEventListener("live:changed", lay);
  document.addEventListener("htmx:afterSwap", lay); // the clock takes a line, or leaves it
  if (document.fonts && document.fonts.ready) document.fonts.ready.then(lay);
  lay();
})();

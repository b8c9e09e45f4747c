// Helpers that build the nodes of a screen.
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SVG = "http://www.w3.org/2000/svg";

  // C.el("p.big", "text") or C.el("div.row", {id: "x"}, [children]). `tap` is the click handler; `id` finds the node again for the focus.
  C.el = (selector, attributes, children) => {
    if (typeof attributes === "string" || Array.isArray(attributes)) { children = attributes; attributes = {}; }
    var parts = selector.split("."), node = document.createElement(parts[0]);
    if (parts.length > 1) node.className = parts.slice(1).join(" ");
    Object.keys(attributes || {}).forEach((name) => {
      var value = attributes[name];
      if (name === "tap") node.addEventListener("click", value);
      else if (name === "id") node.dataset.id = value;
      else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
    });
    (Array.isArray(children) ? children : [children]).forEach((child) => {
      if (child !== null && child !== undefined && child !== "") node.append(child);
    });
    return node;
  };
  C.icon = (name) => {
    var svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", "#i-" + name);
    svg.append(use);
    return svg;
  };
  // A button: C.button("key", "text", tap, {kind: "main", icon: "check", pressed: true})
  C.button = (id, text, tap, options) => {
    var opts = options || {};
    var children = [opts.icon ? C.icon(opts.icon) : null, C.el("span", text)];
    return C.el("button.button" + (opts.kind ? "." + opts.kind : ""), {
      type: "button", id, tap, "aria-pressed": opts.pressed === undefined ? null : String(opts.pressed),
      lang: opts.lang, disabled: opts.disabled,
    }, children);
  };
  C.title = (text, above) => C.el("div.head", [C.el("h1", { tabindex: "-1", id: "title" }, text), above ? C.el("p.above", above) : null]);
  // In the page's language: 1 569 in French, 1,569 in English, with a real minus sign.
  C.number = (value) => {
    var digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, C.language === "en" ? "," : "\u202f");
    return value < 0 ? "\u2212" + digits : digits;
  };
  C.signed = (value) => value > 0 ? "+" + C.number(value) : C.number(value);
  C.backButton = (tap, text) => C.button("back", text || C.t("back"), tap, { kind: "back", icon: "back" });
  C.box = (kind, icon, children) => C.el("div.box." + kind, [C.icon(icon), C.el("div.said", children)]);
  // Longer texts are set smaller, so that they are not cut off.
  C.longClass = (text, max) => text.length > 1.6 * max ? ".long.longer" : text.length > max ? ".long" : "";
  C.p = (text, kind) => C.el("p" + (kind ? "." + kind : ""), text);
})();

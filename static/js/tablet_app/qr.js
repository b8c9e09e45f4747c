// A text as a QR code, drawn as a picture of lines: no style, no script in it.
import { generate } from "../../vendor/lean-qr.js";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4;
const C = (window.Cheville = window.Cheville || {});

C.qr = function (text, label) {
  let code;
  try { code = generate(text); } catch (e) { return null; } // some 40 hands: more than any code holds
  const size = code.size + 2 * QUIET;
  let path = "";
  for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) {
    if (code.get(x, y)) path += "M" + (x + QUIET) + " " + (y + QUIET) + "h1v1h-1z";
  }
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "qr");
  svg.setAttribute("viewBox", "0 0 " + size + " " + size);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  const ground = document.createElementNS(SVG, "rect"), ink = document.createElementNS(SVG, "path");
  ground.setAttribute("width", size);
  ground.setAttribute("height", size);
  ground.setAttribute("fill", "#fff");
  ink.setAttribute("d", path);
  ink.setAttribute("fill", "#000");
  svg.append(ground, ink);
  return svg;
};

// Draws a text as a QR code: an SVG of one path, without styles or scripts.
import { generate } from "../../vendor/lean-qr.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 4;
const C = (window.Cheville = window.Cheville || {});

C.qr = (text, label) => {
  let code;
  try { code = generate(text); } catch (e) { return null; } // too long for a QR code: about 40 hands of gin
  const size = code.size + 2 * MARGIN;
  let path = "";
  for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) {
    if (code.get(x, y)) path += "M" + (x + MARGIN) + " " + (y + MARGIN) + "h1v1h-1z";
  }
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "qr");
  svg.setAttribute("viewBox", "0 0 " + size + " " + size);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  const background = document.createElementNS(SVG, "rect"), squares = document.createElementNS(SVG, "path");
  background.setAttribute("width", size);
  background.setAttribute("height", size);
  background.setAttribute("fill", "#fff");
  squares.setAttribute("d", path);
  squares.setAttribute("fill", "#000");
  svg.append(background, squares);
  return svg;
};

// A drawing (SVG) that is chosen as the logo becomes a PNG here, in the sandbox that browsers have for pictures:
// no script of it runs and nothing else is loaded. The server takes pictures only.
"use strict";
(() => {
  const LONGEST = 1600;
  const form = document.querySelector("[data-logo]");
  const input = form.querySelector("[type=file]");

  // The drawing with a size in pixels, which a picture needs: the longest side of its box becomes LONGEST.
  const sized = (text) => {
    const root = text.match(/<svg\b[^>]*>/);
    const told = (name) => (root[0].match(new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`)) || ["", ""])[1];
    const [, , wide, high] = told("viewBox").trim().split(/[\s,]+/).map(Number);
    const size = wide > 0 && high > 0 ? [wide, high] : [parseFloat(told("width")), parseFloat(told("height"))];
    if (!(size[0] > 0 && size[1] > 0)) throw new Error("a drawing without a size");
    const [width, height] = size.map((side) => Math.max(1, Math.round((side * LONGEST) / Math.max(...size))));
    const box = told("viewBox") ? "" : ` viewBox="0 0 ${size[0]} ${size[1]}"`;
    const bare = root[0].replace(/\s(width|height)\s*=\s*("[^"]*"|'[^']*')/g, "");
    const whole = bare.replace(/^<svg/, `<svg${box} width="${width}" height="${height}"`);
    return [text.replace(root[0], () => whole), width, height];
  };

  const drawn = async (file) => {
    const [text, width, height] = sized(await file.text());
    const picture = new Image(width, height);
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d").drawImage(picture, 0, 0, width, height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return new File([blob], `${file.name}.png`, { type: "image/png" });
  };

  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file || !(file.type === "image/svg+xml" || file.name.toLowerCase().endsWith(".svg"))) return;
    const button = form.querySelector("[data-save]");
    button.disabled = true;
    try {
      const kept = new DataTransfer();
      kept.items.add(await drawn(file));
      input.files = kept.files;
    } catch {
      // as it is: the server says what to do
    }
    button.disabled = false;
  });
})();

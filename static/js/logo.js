// Converts an SVG that is chosen as the logo to PNG, because the server accepts bitmap pictures only. The SVG is drawn as an
// image: browsers then run no script in it and load nothing else.
"use strict";
(() => {
  const MAX_PX = 1600;
  const form = document.querySelector("[data-logo]");
  const input = form.querySelector("[type=file]");

  // Sets a size in pixels, which an image needs: the longest side of the view box becomes MAX_PX.
  const setPixelSize = (text) => {
    const rootTag = text.match(/<svg\b[^>]*>/);
    const attribute = (name) => (rootTag[0].match(new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`)) || ["", ""])[1];
    const [, , boxWidth, boxHeight] = attribute("viewBox").trim().split(/[\s,]+/).map(Number);
    const size = boxWidth > 0 && boxHeight > 0 ? [boxWidth, boxHeight]
      : [parseFloat(attribute("width")), parseFloat(attribute("height"))];
    if (!(size[0] > 0 && size[1] > 0)) throw new Error("a drawing without a size");
    const [width, height] = size.map((side) => Math.max(1, Math.round((side * MAX_PX) / Math.max(...size))));
    const viewBox = attribute("viewBox") ? "" : ` viewBox="0 0 ${size[0]} ${size[1]}"`;
    const bareTag = rootTag[0].replace(/\s(width|height)\s*=\s*("[^"]*"|'[^']*')/g, "");
    const svgTag = bareTag.replace(/^<svg/, `<svg${viewBox} width="${width}" height="${height}"`);
    return [text.replace(rootTag[0], () => svgTag), width, height];
  };

  const toPng = async (file) => {
    const [text, width, height] = setPixelSize(await file.text());
    const picture = new Image(width, height);
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d").drawImage(picture, 0, 0, width, height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    return new File([blob], `${file.name}.png`, { type: "image/png" });
  };

  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file || !(file.type === "image/svg+xml" || file.name.toLowerCase().endsWith(".svg"))) return;
    const button = form.querySelector("[data-save]");
    button.disabled = true;
    try {
      const transfer = new DataTransfer();
      transfer.items.add(await toPng(file));
      input.files = transfer.files;
    } catch {
      // Send the file as it is: the server explains what to do.
    }
    button.disabled = false;
  });
})();

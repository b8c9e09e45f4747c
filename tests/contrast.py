"""The contrast of letters and their background, checked by axe once for each look.

Computing it takes four times as long as everything else that axe checks on a page. It depends on the look of
an element: its letters, and the tags, classes and backgrounds of all elements around it. Elements that look
the same are as easy to read, in a row of a table as on another page; one of them is enough. Where axe cannot
decide about one of them, because another element is above it, all others are checked, and those on the next
page again. An element that is taken out of the flow may be above anything: each of those is checked.
"""

from playwright.sync_api import Page

CONTRAST_RULE, ENHANCED_RULE = "color-contrast", "color-contrast-enhanced"
"""The rules of axe for AA and for AAA."""

JUDGED: dict[str, set[int]] = {CONTRAST_RULE: set(), ENHANCED_RULE: set()}
"""The looks without a fault so far, by rule."""

CONTRAST_SCRIPT = """async ([rule, judged]) => {
  const UNTOLD = ["bgImage", "bgGradient", "pseudoContent", "complexTextShadows"];  // wherever it stands
  const known = new Set(judged), looks = new Map(), computed = new Map();
  const mixed = (text, seed) => {
    let a = 0xdeadbeef ^ seed, b = 0x41c6ce57 ^ seed;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    return 4294967296 * (2097151 & b) + (a >>> 0);
  };
  const under = (one) => {
    if (!one) return [0, false];
    if (!computed.has(one)) {
      const [all, apart] = under(one.parentElement), style = getComputedStyle(one);
      const own = [one.localName, one.getAttribute("class"), style.backgroundColor, style.backgroundImage,
        style.opacity, style.position, style.filter, style.mixBlendMode].join("|");
      const outside = apart || ["absolute", "fixed"].includes(style.position);
      computed.set(one, [mixed(own, all % 4294967296), outside]);
    }
    return computed.get(one);
  };
  const mute = ["checkbox", "radio", "color", "range", "file", "image", "hidden"];
  const speaks = (one) => one.localName === "input" ? !mute.includes(one.type) :
    ["select", "textarea"].includes(one.localName) || (one.textContent.trim().length > 1 &&
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  const seen = (one) => {
    if (!one.checkVisibility({visibilityProperty: true})) return false;
    if (one.closest("[aria-disabled=true], :disabled")) return false;
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right + scrollX > 0 && box.bottom + scrollY > 0;
  };
  for (const one of document.querySelectorAll("body, body *")) {
    if (!speaks(one) || !seen(one)) continue;
    const [all, apart] = under(one), style = getComputedStyle(one);
    const own = [style.color, style.fontSize, style.fontWeight, style.textShadow].join("|");
    const look = apart ? -1 : mixed(own, all % 4294967296);
    if (!known.has(look)) looks.set(look, [...(looks.get(look) || []), one]);
  }
  if (!looks.size) return [[], []];

  axe.configure({rules: [{id: rule, selector: "[data-tried]"}]});
  const faults = [], fine = [];
  const said = (found) => found.flatMap((one) => one.nodes).map((node) => node.element);
  const ask = async (elements) => {
    if (!elements.length) return [];
    for (const one of elements) one.dataset.tried = "";
    const wanted = ["violations", "passes", "incomplete"];
    const found = await axe.run(document,
      {runOnly: [rule], resultTypes: wanted, elementRef: true, selectors: false, preload: false});
    for (const one of elements) delete one.dataset.tried;
    const bad = said(found.violations);
    faults.push(...bad.map((one) => one.outerHTML.slice(0, 200)));
    const never = found.incomplete.flatMap((one) => one.nodes)
      .filter((node) => node.any.some((check) => UNTOLD.includes((check.data || {}).messageKey)));
    return [...bad, ...said(found.passes), ...never.map((node) => node.element)];
  };
  const first = new Set(await ask([...looks].flatMap(([look, all]) => look === -1 ? all : [all[0]])));
  const open = [...looks].filter(([look, all]) => look !== -1 && !first.has(all[0]));
  const others = new Set(await ask(open.flatMap(([look, all]) => all.slice(1))));
  for (const [look, all] of looks) {
    if (look !== -1 && all.some((one) => first.has(one) || others.has(one))) fine.push(look);
  }
  return [faults, fine];
}"""


def faults(page: Page, rule: str = CONTRAST_RULE) -> list[str]:
    """Return the elements, as HTML, whose letters are too faint on this page, which has axe's script."""
    found, fine = page.evaluate(CONTRAST_SCRIPT, [rule, sorted(JUDGED[rule])])
    if not found:
        JUDGED[rule].update(fine)
    return list(found)

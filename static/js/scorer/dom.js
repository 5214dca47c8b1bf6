// Elements without innerHTML, and a redraw that keeps what is already there: the focus of the
// keyboard, the place of a screen reader and a Deckel in flight stay where they are.

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "oninput", "onsubmit"];

export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (HANDLERS.includes(name)) made[name] = value;
    // The policy refuses style attributes; the same through the object is allowed.
    else if (name === "style") for (const [key, setting] of Object.entries(value)) made.style.setProperty(key, setting);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function icon(...paths) {
  const lines = paths.map((d) => svg("path", { d }));
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...lines);
}

// A button that cannot be tapped now keeps the focus, which `disabled` would lose.
export function button(attributes, ...children) {
  const { off, onclick, ...rest } = attributes;
  return h("button", { type: "button", ...rest, "aria-disabled": off ? "true" : null, onclick: off ? null : onclick }, ...children);
}

export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old instanceof SVGElement) {
    if (!old.isEqualNode(fresh)) old.replaceWith(fresh);
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const handler of HANDLERS) old[handler] = fresh[handler];
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  after.forEach((child, place) => (place < before.length ? morph(before[place], child) : old.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
}

// Nothing is cut: what is too wide for its place is written smaller, and from some size on in two
// lines, which take no more height than one large line.

const FITTED = "#title, #below, #round, .name, .phase, .around .name b, .columns-of tbody th, .draw-tables li li, .last p";
const SIZES = [1, 0.9, 0.8, 0.7, 0.62, 0.54, 0.5, 0.46, 0.42, 0.38];
const TWO_LINES = 0.62; // two lines of this size are as high as one
const LEEWAY = 1.3; // times the height of the large line; a third line is more

export function fit(page) {
  for (const element of page.querySelectorAll(FITTED)) {
    element.style.removeProperty("font-size");
    element.classList.remove("two-lines");
    const full = parseFloat(getComputedStyle(element).fontSize);
    const highest = element.scrollHeight * LEEWAY;
    for (const size of SIZES) {
      if (size < 1) element.style.setProperty("font-size", `${full * size}px`);
      element.classList.toggle("two-lines", size <= TWO_LINES);
      if (element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= highest) break;
    }
  }
}

// The page brings its few words along, in its language.

const words = document.getElementById("words").dataset;

export function t(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

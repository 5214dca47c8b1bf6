// A list of people before it is stored: an answer does not replace a field while a word is typed
// into it; leaving the field sends all fields once more. Without this script the word is typed again.

document.addEventListener("htmx:beforeSwap", (event) => {
  const field = document.activeElement;
  if (field?.matches("#lines input:not([type])") && field.value !== field.defaultValue) {
    event.detail.shouldSwap = false;
  }
});

// The rows without a question stay unfolded after a tick among them.
let wasOpen = false;
document.addEventListener("htmx:beforeSwap", () => {
  wasOpen = document.querySelector("#rest")?.open ?? wasOpen;
});
document.addEventListener("htmx:afterSwap", () => {
  const rest = document.querySelector("#rest");
  if (rest && wasOpen) rest.open = true;
});

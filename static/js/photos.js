// Makes a photo smaller before it is sent, where the browser can read it: a phone takes five
// megabytes, a receipt needs half of one. What it cannot read goes as it is; the server converts.

const MAX_SIDE = 2400; // pixels of the longer side, as in finance/books/voucher_pictures.py
const SMALL_ENOUGH = 1_000_000; // bytes

async function smaller(file) {
  const photo = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, MAX_SIDE / Math.max(photo.width, photo.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(photo.width * scale);
  canvas.height = Math.round(photo.height * scale);
  canvas.getContext("2d").drawImage(photo, 0, 0, canvas.width, canvas.height);
  const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  return made && made.size < file.size
    ? new File([made], file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" })
    : file;
}

document.addEventListener("change", async ({ target }) => {
  if (!target.matches('input[type="file"][accept*="image/"]')) return;
  const [file] = target.files;
  if (!file?.type.startsWith("image/") || file.size <= SMALL_ENOUGH) return;
  try {
    const made = await smaller(file);
    // Somebody may have chosen another one meanwhile.
    if (target.files[0] !== file) return;
    const chosen = new DataTransfer();
    chosen.items.add(made);
    target.files = chosen.files;
  } catch {
    // No picture for this browser: it goes as it is.
  }
});

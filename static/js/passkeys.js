// Passkeys: asks the browser to make one, or to answer a challenge, and sends the form with it.
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

function withBytes(options) {
  const key = structuredClone(options.publicKey);
  key.challenge = bytes(key.challenge);
  if (key.user) key.user.id = bytes(key.user.id);
  for (const list of ["excludeCredentials", "allowCredentials"]) {
    for (const credential of key[list] ?? []) credential.id = bytes(credential.id);
  }
  return { publicKey: key };
}

function asText(credential) {
  const answer = credential.response;
  const response = { clientDataJSON: text(answer.clientDataJSON) };
  for (const part of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (answer[part]) response[part] = text(answer[part]);
  }
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

async function credentialFor(button) {
  if (button.dataset.create) {
    return navigator.credentials.create(withBytes(JSON.parse(button.dataset.create)));
  }
  const challenge = await fetch(button.dataset.challenge, { headers: { Accept: "application/json" } });
  return navigator.credentials.get(withBytes(await challenge.json()));
}

for (const button of document.querySelectorAll("button[data-passkey]")) {
  if (!window.PublicKeyCredential) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const form = button.form;
    try {
      form.elements[button.dataset.passkey].value = asText(await credentialFor(button));
    } catch (error) {
      if (error.name === "InvalidStateError") document.getElementById(button.dataset.known).hidden = false;
      else if (error.name !== "NotAllowedError") throw error;
      return; // whoever was asked said no, or this device has one already
    }
    form.submit();
  });
}

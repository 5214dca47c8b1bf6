// Notifications on this device: agreed to by a tap, never asked for before, and taken back the same way.
const form = document.querySelector("form[data-push]");
// The worker needs the cookies to know for whom it works (worker.js); without them it never gets ready.
const possible = "PushManager" in globalThis && "Notification" in globalThis && navigator.serviceWorker && "cookieStore" in globalThis;

const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

// Tells the server what was decided, or only asks; resolves with whether this device gets notifications.
async function post(endpoint, deed = "") {
  const body = new FormData(form);
  body.set("endpoint", endpoint);
  body.set("do", deed);
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) throw new Error(`push: ${answer.status}`);
  return (await answer.json()).on;
}

function show(state) {
  for (const part of form.querySelectorAll("[data-push-is]")) part.hidden = part.dataset.pushIs !== state;
  form.hidden = false;
}

async function currentState() {
  if (Notification.permission === "denied") return "denied";
  const there = await subscription();
  return there && (await post(there.endpoint)) ? "on" : "off";
}

async function agree() {
  if ((await Notification.requestPermission()) !== "granted") return currentState();
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(form.dataset.push),
  });
  return (await post(made.endpoint, "agree")) ? "on" : "off";
}

async function end() {
  const there = await subscription();
  if (there) {
    await post(there.endpoint, "end");
    await there.unsubscribe();
  }
  return "off";
}

async function act(deed) {
  const failed = form.querySelector("[data-push-failed]");
  try {
    failed.hidden = true;
    show(await deed());
  } catch (error) {
    failed.hidden = false;
    throw error;
  }
}

// Safari on an iPhone or iPad tells pages of the home screen alone; elsewhere there is no such property.
if (form && !possible) show(navigator.standalone === false ? "home" : "never");

if (form && possible) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.submitter.value === "agree" ? agree : end);
  });
  currentState().then(show);
}

// The forms that wait on this phone, in the order in which they were sent. Each has the id it was
// made with, so what arrives twice counts once; logging out and new versions leave them alone.

import { Database } from "../stored/database.js";

const NAME = "schockwart-forms", FORMS = "forms";
const known = new Map(); // order -> form: what this page has seen there

const make = (base) => base.createObjectStore(FORMS, { keyPath: "order", autoIncrement: true });
const refill = (transaction) => known.forEach((form) => transaction.objectStore(FORMS).put(form));
const base = new Database(NAME, make, refill);

const within = async (mode, work) => (await base.within([FORMS], mode, (transaction) => work(transaction.objectStore(FORMS)))).result;

export async function waiting() {
  const forms = await within("readonly", (store) => store.getAll());
  known.clear();
  for (const form of forms) known.set(form.order, form);
  return forms;
}

export async function put(form) {
  const order = await within("readwrite", (store) => store.put(form));
  known.set(order, { ...form, order });
}

export async function drop({ order }) {
  await within("readwrite", (store) => store.delete(order));
  known.delete(order);
}

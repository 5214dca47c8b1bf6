// What is typed and not saved yet stays on this phone through a reload: for one login, and as long
// as the page is still about the same (its hidden fields say which version of what).

import { recall, remember } from "../stored/values.js";
import { fill } from "./forms.js";

const NOT_STORED = ["csrfmiddlewaretoken", "client_id"];

const keyOf = (form, owner) => `schockwart-typed-${owner}-${new URL(form.action, location.href).pathname}`;
const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => !NOT_STORED.includes(name));
const about = (form) => JSON.stringify([...form.elements]
  .filter(({ type, name }) => type === "hidden" && !NOT_STORED.includes(name))
  .map(({ name, value }) => [name, value]));

export function storeDraft(form, owner) {
  remember(keyOf(form, owner), JSON.stringify({ about: about(form), fields: fieldsOf(form) }));
}

export const forgetDraft = (form, owner) => remember(keyOf(form, owner), null);

// Whether something was typed that stands in the form again.
export function restoreDraft(form, owner) {
  const draft = JSON.parse(recall(keyOf(form, owner)));
  if (!draft) return false;
  if (draft.about !== about(form)) forgetDraft(form, owner);
  else if (JSON.stringify(draft.fields) !== JSON.stringify(fieldsOf(form))) {
    fill(form, draft.fields);
    return true;
  }
  return false;
}

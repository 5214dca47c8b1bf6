// The forms that wait on this phone, in the order in which they were sent. Each has the id it was
// made with, so what arrives twice counts once; logging out and new versions leave them alone.

const NAME = "schockwart-forms", FORMS = "forms";

function opened() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(FORMS, { keyPath: "order", autoIncrement: true });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

// One transaction; resolves with what was asked for when all of it is on the disk.
async function within(mode, work) {
  const database = await opened();
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(FORMS, mode, { durability: "strict" });
      const asked = work(transaction.objectStore(FORMS));
      transaction.oncomplete = () => done(asked?.result);
      transaction.onerror = transaction.onabort = () => fail(transaction.error);
    });
  } finally {
    database.close();
  }
}

export const waiting = () => within("readonly", (forms) => forms.getAll());

export const put = (form) => within("readwrite", (forms) => forms.put(form));

export const drop = ({ order }) => within("readwrite", (forms) => forms.delete(order));

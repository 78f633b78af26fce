import { createStore, del, get, set, type UseStore } from 'idb-keyval';

// Answers that are being written, in IndexedDB on this device: they outlive a reload and the end of the session.

/** An answer that was not sent yet. Its key makes a repeated request send it once. */
export interface AnswerDraft {
  subject: string;
  body: string;
  key: string;
}

let store: UseStore | undefined;
const getStore = () => {
  store ??= createStore('studio-answers', 'drafts');
  return store;
};

/** Each user of a browser has drafts of their own. */
const getName = (userId: number, reference: string) => `${userId} ${reference}`;

export function readAnswerDraft(userId: number, reference: string): Promise<AnswerDraft | undefined> {
  return get<AnswerDraft>(getName(userId, reference), getStore()).catch(() => undefined);
}

export function writeAnswerDraft(userId: number, reference: string, draft: AnswerDraft): Promise<void> {
  return set(getName(userId, reference), draft, getStore());
}

export function removeAnswerDraft(userId: number, reference: string): Promise<void> {
  return del(getName(userId, reference), getStore()).catch(() => undefined);
}

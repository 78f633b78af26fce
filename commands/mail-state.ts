import type { SubmissionDetail } from '../api/messages/inbox/show.ts';

type Mail = SubmissionDetail['mails'][number];
type State = 'held' | 'dead' | 'sent' | 'waiting';

/** Returns whether a mail was sent, was given up, is held, or waits. */
export function getMailState({ sentAt, deadAt, held }: Mail): State {
  if (sentAt) return 'sent';
  if (deadAt) return 'dead';
  return held ? 'held' : 'waiting';
}

/** Returns a mail for a script, without its text. */
export function toMailJson(mail: Mail) {
  const { id, createdAt, dueAt, sentAt, attempts, postponed, recipient, subject, lastError } = mail;
  const state = getMailState(mail);
  return { id, state, createdAt, dueAt, sentAt, attempts, postponed, recipient, subject, lastError };
}

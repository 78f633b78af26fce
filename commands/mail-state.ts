import type { SubmissionDetail } from '../api/messages/inbox/show.ts';

type Mail = SubmissionDetail['mails'][number];
type State = 'held' | 'dead' | 'sent' | 'undelivered' | 'waiting';

/** Returns whether a mail was sent, was not delivered, was given up, is held, or waits. */
export function getMailState({ sentAt, undeliveredAt, deadAt, held }: Mail): State {
  if (sentAt) return undeliveredAt ? 'undelivered' : 'sent';
  if (deadAt) return 'dead';
  return held ? 'held' : 'waiting';
}

/** Returns a mail for a script, without its text. */
export function toMailJson(mail: Mail) {
  const { id, createdAt, dueAt, sentAt, attempts, postponed, recipient, subject } = mail;
  const lastError = mail.undeliveredReason ?? mail.lastError;
  const state = getMailState(mail);
  return { id, state, createdAt, dueAt, sentAt, attempts, postponed, recipient, subject, lastError };
}

/** Returns an answer of a sender for a script. */
export function toReplyJson(reply: SubmissionDetail['replies'][number]) {
  const { id, receivedAt, fromName, fromAddress, subject, text, isAutomatic, reason, leftOut } = reply;
  return { id, receivedAt, fromName, fromAddress, subject, text, isAutomatic, reason, leftOut };
}

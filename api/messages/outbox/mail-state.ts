import type { MailState } from '../../../contract/studio/mail-states.ts';
import type { QueuedMail } from './merge-mails.ts';

type Facts = Pick<
  QueuedMail,
  'sentAt' | 'deadAt' | 'held' | 'handedOverAt' | 'postponed' | 'lastError' | 'undeliveredAt'
>;

/** Returns what became of a mail. */
export function getMailState({
  sentAt,
  undeliveredAt,
  deadAt,
  held,
  handedOverAt,
  postponed,
  lastError,
}: Facts): MailState {
  if (sentAt) return undeliveredAt ? 'UNDELIVERED' : 'SENT';
  if (deadAt) return handedOverAt ? 'UNCERTAIN' : 'GIVEN_UP';
  if (held) return 'HELD';
  if (postponed) return 'POSTPONED';
  return lastError ? 'RETRYING' : 'WAITING';
}

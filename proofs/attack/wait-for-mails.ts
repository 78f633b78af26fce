import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedMail } from '../../testing/mail-server.ts';
import type { AttackTarget } from './attack.ts';

/** Milliseconds to wait for a mail, and between two checks. */
const [longestWait, pause] = [180_000, 100];

/** Waits until each address has got a mail. Returns the first mail of each; undefined for an address without one. */
export async function waitForMails(
  { mail }: AttackTarget,
  emails: readonly string[],
): Promise<(ReceivedMail | undefined)[]> {
  const findMails = () => emails.map((email) => mail.received.find(({ to }) => to.includes(email)));
  for (let waited = 0; waited < longestWait && findMails().includes(undefined); waited += pause) await sleep(pause);
  return findMails();
}

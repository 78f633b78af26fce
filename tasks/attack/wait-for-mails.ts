import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedMail } from '../../testing/mail-server.ts';
import type { AttackTarget } from './attack.ts';

/** Milliseconds to wait for a mail, and between two looks. */
const [longestWait, pause] = [180_000, 100];

/** Waits until each of the addresses has got a mail, and returns these; undefined for an address that got none. */
export async function waitForMails(
  { mail }: AttackTarget,
  emails: readonly string[],
): Promise<(ReceivedMail | undefined)[]> {
  const findMails = () => emails.map((email) => mail.received.find(({ to }) => to.includes(email)));
  for (let waited = 0; waited < longestWait && findMails().includes(undefined); waited += pause) await sleep(pause);
  return findMails();
}

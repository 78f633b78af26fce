import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { createContactPost, createJsonPost, createStranger } from '../forms.ts';
import { getAttackerAddress } from '../networks.ts';
import { waitForMails } from '../wait-for-mails.ts';

const advert = 'cheap-pills.example';
/** Mails that a recipient may get in an hour. */
const perHour = 3;

/** Sends forms with an advertisement in the name of a person who has not asked for anything. */
export const relayedMail: Attack = {
  name: 'relayed-mail',
  run: async (target) => {
    const attempts = new AttackRecorder(target);
    const email = `victim-${randomUUID().slice(0, 8)}@example.net`;
    await attackConcurrently(Array.from({ length: 30 }).keys(), 5, async (index) => {
      const [path, more] = (
        [
          ['/api/contact/submit', {}],
          ['/api/business/business-requests', { subject: '/', company: `Visit ${advert}` }],
          ['/api/consultation/request', { timeZone: 'Europe/London' }],
        ] as const
      )[index % 3] as readonly [string, object];
      const message = `Order at https://${advert}/${index} today.`;
      const form = { name: `See ${advert}`, email, message, key: randomUUID(), ...more };
      await attempts.send(createJsonPost(path, form), getAttackerAddress(index));
    });
    // The outbox sends mails in order, on a few connections. So a second after this stranger's mail has arrived, every
    // earlier mail that was due has arrived too.
    const stranger = createStranger();
    await attempts.send(createContactPost({ email: stranger.email }), getAttackerAddress(1_000));
    await waitForMails(target, [stranger.email]);
    await sleep(1_000);
    const mails = target.mail.received.filter(({ to }) => to.includes(email));
    attempts.notes.push(`${mails.length} mails to one recipient`);
    attempts.expect(mails.length <= perHour, `One recipient got ${mails.length} mails within a minute.`);
    attempts.expect(!mails.some(({ raw }) => raw.includes(advert)), 'A mail relays the text of a stranger.');
    return attempts;
  },
};

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, Attempts, forEachAtOnce } from '../attack.ts';
import { jsonPost } from '../forms.ts';
import { attackerNetwork } from '../networks.ts';

const advert = 'cheap-pills.example';
/** Mails a recipient may get in an hour. */
const perHour = 3;

/** Sends forms in the name of someone who asked for nothing, with an advertisement in them. */
export const relayedMail: Attack = {
  name: 'relayed-mail',
  run: async (target) => {
    const attempts = new Attempts(target);
    const email = `victim-${randomUUID().slice(0, 8)}@example.net`;
    await forEachAtOnce(Array.from({ length: 30 }).keys(), 5, async (index) => {
      const [path, more] = (
        [
          ['/api/contact/submit', {}],
          ['/api/business/business-requests', { subject: '/', company: `Visit ${advert}` }],
          ['/api/consultation/request', { timeZone: 'Europe/London' }],
        ] as const
      )[index % 3] as readonly [string, object];
      const message = `Order at https://${advert}/${index} today.`;
      const form = { name: `See ${advert}`, email, message, key: randomUUID(), ...more };
      await attempts.send(jsonPost(path, form), attackerNetwork(index));
    });
    await sleep(8_000);
    const mails = target.mail.received.filter(({ to }) => to.includes(email));
    attempts.notes.push(`${mails.length} mails to one recipient`);
    attempts.expect(mails.length <= perHour, `One recipient got ${mails.length} mails within a minute.`);
    attempts.expect(!mails.some(({ raw }) => raw.includes(advert)), 'A mail relays the text of a stranger.');
    return attempts;
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, Attempts } from '../attack.ts';
import { jsonPost, stranger } from '../forms.ts';
import { attackerNetwork } from '../networks.ts';

/** Milliseconds to wait for a mail, and between two looks. */
const [longestWait, pause] = [180_000, 250];

/** Asks, with the telephone number and the address of a customer, whether they are one. */
export const knownCustomer: Attack = {
  name: 'known-customer',
  run: async (target) => {
    const attempts = new Attempts(target);
    const enquire = async (form: object, from: string) => {
      const answer = await attempts.send(jsonPost('/api/business/business-requests', { subject: '/', ...form }), from);
      return JSON.parse(answer.body) as { reference?: string };
    };
    const phone = { contactNumber: '020 7946 0991', countryCode: '44' };
    const customer = { ...stranger(), ...phone };
    const withPhone = { ...stranger(), ...phone };
    const withOtherPhone = { ...stranger(), contactNumber: '020 7946 0992', countryCode: '44' };
    const first = await enquire(customer, attackerNetwork(1));
    const byPhone = await enquire(withPhone, attackerNetwork(2));
    const byOtherPhone = await enquire(withOtherPhone, attackerNetwork(3));
    const byEmail = await enquire({ ...stranger(), email: customer.email }, attackerNetwork(4));
    const shape = (answer: object) => Object.keys(answer).sort().join();
    attempts.expect(typeof first.reference === 'string', 'The customer was not answered with a reference.');
    for (const [name, answer] of Object.entries({ byPhone, byEmail })) {
      attempts.expect(answer.reference !== first.reference, `${name}: a stranger gets the reference of a customer.`);
      attempts.expect(shape(answer) === shape(byOtherPhone), `${name}: the answer about a customer has another shape.`);
    }
    const mailTo = (email: string, { reference = '' }) =>
      target.mail.received.find(({ to }) => to.includes(email))?.raw.replaceAll(reference, 'REFERENCE');
    const findMails = () => [mailTo(withPhone.email, byPhone), mailTo(withOtherPhone.email, byOtherPhone)];
    // The thousands of mails of an attack before go first.
    for (let waited = 0; waited < longestWait && findMails().includes(undefined); waited += pause) await sleep(pause);
    const [mail, otherMail] = findMails();
    attempts.expect(mail !== undefined && otherMail !== undefined, 'A sender got no mail.');
    attempts.expect(!mail?.includes(String(first.reference)), 'A mail tells a stranger the reference of a customer.');
    return attempts;
  },
};

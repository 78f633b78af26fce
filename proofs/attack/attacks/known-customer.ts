import { type Attack, AttackRecorder } from '../attack.ts';
import { createJsonPost, createStranger } from '../forms.ts';
import { getAttackerAddress } from '../networks.ts';
import { waitForMails } from '../wait-for-mails.ts';

/** Tries to find out, with the telephone number and the address of a person, whether they are a customer. */
export const knownCustomer: Attack = {
  name: 'known-customer',
  run: async (target) => {
    const attempts = new AttackRecorder(target);
    const sendEnquiry = async (form: object, from: string) => {
      const answer = await attempts.send(
        createJsonPost('/api/business/business-requests', { subject: '/', ...form }),
        from,
      );
      return JSON.parse(answer.body) as { reference?: string };
    };
    const phone = { contactNumber: '020 7946 0991', countryCode: '44' };
    const customer = { ...createStranger(), ...phone };
    const withPhone = { ...createStranger(), ...phone };
    const withOtherPhone = { ...createStranger(), contactNumber: '020 7946 0992', countryCode: '44' };
    const first = await sendEnquiry(customer, getAttackerAddress(1));
    const byPhone = await sendEnquiry(withPhone, getAttackerAddress(2));
    const byOtherPhone = await sendEnquiry(withOtherPhone, getAttackerAddress(3));
    const byEmail = await sendEnquiry({ ...createStranger(), email: customer.email }, getAttackerAddress(4));
    const shape = (answer: object) => Object.keys(answer).sort().join();
    attempts.expect(typeof first.reference === 'string', 'The customer was not answered with a reference.');
    for (const [name, answer] of Object.entries({ byPhone, byEmail })) {
      attempts.expect(answer.reference !== first.reference, `${name}: a stranger gets the reference of a customer.`);
      attempts.expect(shape(answer) === shape(byOtherPhone), `${name}: the answer about a customer has another shape.`);
    }
    const [mail, otherMail] = await waitForMails(target, [withPhone.email, withOtherPhone.email]);
    attempts.expect(mail !== undefined && otherMail !== undefined, 'A sender got no mail.');
    attempts.expect(
      !mail?.raw.includes(String(first.reference)),
      'A mail tells a stranger the reference of a customer.',
    );
    return attempts;
  },
};

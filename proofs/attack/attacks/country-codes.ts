import { randomUUID } from 'node:crypto';
import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { createJsonPost, createStranger } from '../forms.ts';
import { getAttackerAddress } from '../networks.ts';

const odd = ['001', '+999', '044', '+0', '00', '+', '++44', '٤٤', 'XX', 'ZZ', 'GBR', '-1', '1e2', ' 44 ', '0044'];

/** Sends every country calling code, and invalid ones, with every form. */
export const countryCodes: Attack = {
  name: 'country-codes',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const codes = [...odd, ...Array.from({ length: 1000 }, (_, code) => String(code))];
    const chosen = isShort ? codes.filter((_, index) => index < odd.length || index % 40 === 0) : codes;
    await attackConcurrently(chosen.entries(), 8, async ([index, countryCode]) => {
      const contactNumber = `7700 ${String(900_000 + index)}`;
      for (const [path, more] of [
        ['/api/contact/submit', { message: `Hello ${randomUUID()}` }],
        ['/api/business/business-requests', { subject: '/' }],
        ['/api/consultation/request', { timeZone: 'Europe/London', message: 'Any Monday' }],
      ] as const) {
        const form = createJsonPost(path, { ...createStranger(), countryCode, contactNumber, ...more });
        const { status } = await attempts.send(form, getAttackerAddress(index));
        attempts.expect(status > 0 && status < 500, `${path} answers ${status} to the country code "${countryCode}"`);
      }
    });
    return attempts;
  },
};

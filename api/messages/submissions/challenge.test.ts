import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../testing/consultations.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { submissions } from '../../db/tables.ts';
import { createBoundChallenge, hasValidProof } from './challenge.ts';
import { toE164 } from './phone.ts';

const api = await setUpApi();

it('a challenge takes at least 64 and at most 320 attempts to solve, and its proof counts for its key alone', async () => {
  for (let times = 0; times < 6; times++) {
    const challenge = await createBoundChallenge(api.ctx, { key: 'a' });
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(solution?.counter).toBeGreaterThanOrEqual(64);
    expect(solution?.counter).toBeLessThanOrEqual(320);
    const proof = JSON.stringify({
      challenge,
      solution: { counter: solution?.counter, derivedKey: solution?.derivedKey },
    });
    expect(await hasValidProof(api.ctx, { key: 'a', proof })).toBe(true);
    expect(await hasValidProof(api.ctx, { key: 'b', proof })).toBe(false);
  }
});

const number = '0117 496 0142';
const everyCode = Array.from({ length: 1000 }, (_none, code) => String(code));
const oddCodes = [
  '001',
  '044',
  '+0',
  '++44',
  '+ 44',
  '00',
  '٤٤',
  '４４',
  'ﬁ',
  'ß',
  'K1',
  'ZZ',
  '-1',
  '4 4',
  '1e2',
  '+44x',
];

/** Sends a number and a country code in each of the four forms, and returns the statuses. */
async function sendEverywhere(countryCode: string): Promise<number[]> {
  const sender = { name: 'Ada', email: 'ada@example.org', contactNumber: number, countryCode };
  const forms: [string, object][] = [
    ['contact/submit', { ...sender, message: 'Hello' }],
    ['business/business-requests', { ...sender, subject: '/' }],
    ['consultation/request', { ...sender, message: 'Sunday', timeZone: 'Europe/London' }],
    ['consultation/book', makeBooking('2030-01-07T10:00:00.000Z', sender)],
  ];
  const answers = await Promise.all(
    forms.map(([path, form]) =>
      api.get(`/api/${path}`, { method: 'POST', headers: fromPage, payload: { ...form, key: randomUUID() } }),
    ),
  );
  return answers.map(({ status }) => status);
}

describe('a telephone number', () => {
  it.each([
    ['GB', '+441174960142'],
    ['gb', '+441174960142'],
    [' GB ', '+441174960142'],
    ['44', '+441174960142'],
    ['+44', '+441174960142'],
  ])('is read with the country code %j', (code, expected) => {
    expect(toE164(number, code)).toBe(expected);
  });

  it('is parsed without a country code when it includes one', () => {
    expect(toE164('+44 117 496 0142')).toBe('+441174960142');
    expect(toE164(number)).toBeNull();
  });

  it('never throws for a country code from 0 to 999', () => {
    for (const code of everyCode)
      for (const typed of [code, `+${code}`, code.padStart(3, '0'), ` ${code}`]) {
        const result = toE164(number, typed);
        if (result !== null) expect(result).toMatch(/^\+[1-9]\d{6,14}$/);
      }
  });

  it.each(oddCodes)(
    'has no E.164 form with the odd country code %j, even where it begins with a code itself',
    (code) => {
      expect(toE164(number, code)).toBeNull();
      expect(toE164('+44 117 496 0142', code)).toBeNull();
    },
  );
});

describe('a form', () => {
  // A time that is not offered is a conflict; the three other forms are stored.
  it('is never a server error because of its country code, and is stored as typed', async () => {
    // The test above covers every code in `toE164`; here a selection goes through the forms.
    const codes = [...everyCode.filter((_code, at) => at % 41 === 0), ...oddCodes];
    for (let at = 0; at < codes.length; at += 25)
      expect(await Promise.all(codes.slice(at, at + 25).map(sendEverywhere))).toEqual(
        codes.slice(at, at + 25).map(() => [200, 200, 200, 409]),
      );
    const stored = await api.ctx.db.select().from(submissions);
    expect(stored).toHaveLength(3 * codes.length);
    const typed = new Set(stored.map(({ contactNumber }) => contactNumber));
    for (const code of codes) expect(typed).toContain(`${code} ${number}`);
    for (const { contactNumber, phone } of stored)
      if (oddCodes.some((code) => contactNumber === `${code} ${number}`)) expect(phone).toBeNull();
  });
});

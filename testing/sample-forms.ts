import { randomUUID } from 'node:crypto';
import type { operations } from '../contract/http/operations.ts';

type Operations = typeof operations;

/** The operations that accept a JSON body. */
export type FormOperation = {
  [N in keyof Operations]: Operations[N] extends { body: unknown } ? N : never;
}[keyof Operations];

/** The headers that a script of the site sends with every form. */
export const fromPage = { 'sec-fetch-site': 'same-origin', cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' };

/** Texts that a form stores byte for byte, with what they contain. */
export const hostileTexts: [what: string, text: string][] = [
  ['an emoji', '👩🏽‍🔧🧵'],
  ['right-to-left text', 'مرحبا \u202eabc'],
  ['SQL', "'); drop table submissions; --"],
  ['HTML', '<img src=x onerror=alert(1)>'],
  ['a formula', '=cmd|" /C calc"!A0'],
  ['header lines', 'Hello\r\nBcc: everyone@example.org'],
];

/** Senders that every form refuses, by the field. */
export const invalidSenders: [field: string, wrong: object][] = [
  ['name', { name: '' }],
  ['name', { name: ' \n ' }],
  ['name', { name: 'x'.repeat(121) }],
  ['email', { email: 'nobody' }],
  ['email', { email: 'a@example.org\nBcc: b@example.org' }],
  ['key', { key: 'no-uuid' }],
];

const slot = '2030-01-07T10:00:00.000Z';
const token = `x.${'x'.repeat(43)}`;
const makeSender = () => ({ name: 'Ada', email: 'ada@example.org', key: randomUUID() });

/** A valid body for each operation, different for each call. */
export const sampleBodies: Record<FormOperation, () => object> = {
  // Well-formed, but not signed.
  prove: () => ({
    challenge: {
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        nonce: '00',
        salt: '00',
        cost: 1,
        keyLength: 32,
        keyPrefix: '00',
        expiresAt: 1,
        data: { reference: '0000-0000' },
      },
      signature: '00',
    },
    solution: { counter: 0, derivedKey: '0'.repeat(64) },
  }),
  submitContact: () => ({ name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID() }),
  submitEnquiry: () => ({ name: 'Ada', email: 'ada@example.org', subject: '/what-we-do/x', key: randomUUID() }),
  recordEvents: () => ({ events: [{ kind: 'begun', form: 'CONTACT' }] }),
  recordView: () => ({ contentType: 'BLOG', slug: 'x' }),
  holdConsultation: () => ({ slot, timeZone: 'Europe/London' }),
  bookConsultation: () => ({ ...makeSender(), slot, timeZone: 'Europe/London' }),
  requestConsultation: () => ({ ...makeSender(), timeZone: 'Europe/London', message: 'Sunday at noon' }),
  confirmConsultation: () => ({ manage: token }),
  cancelConsultation: () => ({ manage: token }),
  moveConsultation: () => ({ manage: token, slot, timeZone: 'Europe/London' }),
};

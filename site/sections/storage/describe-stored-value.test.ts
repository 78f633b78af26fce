import { expect, it } from 'vitest';
import type { StoredItem } from '../../device/storage.ts';
import { describeStoredValue } from './describe-stored-value.ts';

const id = '900150983cd24fb0d6963f7d28e17f72-3f0c2d1e-8b7a-4c6d-9e5f-0a1b2c3d4e5f';
const details = {
  name: 'Ada',
  email: 'ada@example.org',
  company: '',
  contactNumber: '0117 496 0142',
  countryCode: 'GB',
};

it.each<[StoredItem, unknown, string]>([
  ['device', id, `The identifier ${id}.`],
  ['details', details, 'Your name Ada, e-mail ada@example.org, telephone 0117 496 0142, country code GB.'],
  ['categories', { kind: 'interest', slug: 'zero-trust' }, 'Your interest: zero trust.'],
  ['categories', { kind: 'persona', slug: 'buyer' }, 'Your role: buyer.'],
  [
    'categories',
    [{ kind: 'persona', slug: 'buyer' }, { kind: 'interest', slug: 'zero-trust' }, 7],
    'Your role: buyer. Your interest: zero trust.',
  ],
  ['refusal', 'refused', 'You do not want this device to be recognised.'],
  ['searchKey', 'off', 'The / key does not open the search.'],
  ['theme', 'dark', 'The dark theme.'],
])('describes the value of %s', (what, value, words) => {
  expect(describeStoredValue(what, JSON.stringify(value))).toBe(words);
});

it.each<StoredItem>(['device', 'details', 'categories', 'refusal', 'searchKey', 'theme'])(
  'describes a missing and an unreadable value of %s',
  (what) => {
    expect(describeStoredValue(what, null)).toBe('Nothing.');
    for (const text of ['', '{', 'null', '7', '"x"', '[]', '{"name":7,"kind":"x"}'])
      expect(describeStoredValue(what, text)).toBe('A value that this site does not recognise.');
  },
);

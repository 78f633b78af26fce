import { expect, it } from 'vitest';
import type { Interest, Persona } from '../../../contract/content/record-shapes.ts';
import { findChoice, findChoices, includesChoice, isSameChoice } from './choice.ts';

const persona: Persona = {
  id: 1,
  slug: 'buyer',
  label: 'Buyer',
  description: 'Decides',
  interests: ['cost', 'storage'],
  formerSlugs: ['purchaser'],
};
const interest: Interest = { id: 1, slug: 'cost', label: 'Cost', description: 'What it costs', formerSlugs: ['price'] };
const find = (name: unknown) => findChoice(name, [persona], [interest]);

it('finds a persona with its interests, and an interest with itself', () => {
  expect(find({ kind: 'persona', slug: 'buyer' })).toMatchObject({ label: 'Buyer', interests: ['cost', 'storage'] });
  expect(find({ kind: 'interest', slug: 'cost' })).toMatchObject({ label: 'Cost', interests: ['cost'] });
});

it.each([
  null,
  'buyer',
  7,
  [],
  {},
  { kind: 'persona' },
  { kind: 'persona', slug: 'cost' },
  { kind: 'interest', slug: 'gone' },
  { kind: 'role', slug: 'buyer' },
])('finds no choice for %j', (name) => {
  expect(find(name)).toBeNull();
});

it('compares choices by kind and slug', () => {
  const buyer = find({ kind: 'persona', slug: 'buyer' });
  expect(isSameChoice(buyer, { kind: 'persona', slug: 'buyer' })).toBe(true);
  expect(isSameChoice(buyer, { kind: 'interest', slug: 'buyer' })).toBe(false);
  expect(isSameChoice(buyer, null)).toBe(false);
});

it('finds every stored choice once, and the single choice that an older release stored', () => {
  const find = (stored: unknown) => findChoices(stored, [persona], [interest]).map(({ label }) => label);
  const buyer = { kind: 'persona', slug: 'buyer' };
  expect(find([buyer, { kind: 'interest', slug: 'cost' }, buyer, { kind: 'persona', slug: 'gone' }, 7, null])).toEqual([
    'Buyer',
    'Cost',
  ]);
  expect(find(buyer)).toEqual(['Buyer']);
  // What was merged since it was stored leads to what remains.
  expect(find([{ kind: 'persona', slug: 'purchaser' }, { kind: 'interest', slug: 'price' }, buyer])).toEqual([
    'Buyer',
    'Cost',
  ]);
  for (const stored of [null, 7, 'buyer', [], {}, [[buyer]]]) expect(find(stored)).toEqual([]);
});

it('tells whether a list has a choice', () => {
  const choices = findChoices([{ kind: 'persona', slug: 'buyer' }], [persona], [interest]);
  expect(includesChoice(choices, { kind: 'persona', slug: 'buyer' })).toBe(true);
  expect(includesChoice(choices, { kind: 'interest', slug: 'buyer' })).toBe(false);
  expect(includesChoice(choices, null)).toBe(false);
});

import { expect, it } from 'vitest';
import type { Interest, Persona } from '../../../contract/record-shapes.ts';
import { findChoice, findChoices, hasChoice, isSameChoice } from './choice.ts';

const persona: Persona = { id: 1, slug: 'cto', label: 'CTO', description: 'Decides', interests: ['cost', 'storage'] };
const interest: Interest = { id: 1, slug: 'cost', label: 'Cost', description: 'What it costs' };
const find = (name: unknown) => findChoice(name, [persona], [interest]);

it('finds a persona with its interests, and an interest, which is its own', () => {
  expect(find({ kind: 'persona', slug: 'cto' })).toMatchObject({ label: 'CTO', interests: ['cost', 'storage'] });
  expect(find({ kind: 'interest', slug: 'cost' })).toMatchObject({ label: 'Cost', interests: ['cost'] });
});

it.each([
  null,
  'cto',
  7,
  [],
  {},
  { kind: 'persona' },
  { kind: 'persona', slug: 'cost' },
  { kind: 'interest', slug: 'gone' },
  { kind: 'role', slug: 'cto' },
])('takes %j, which names none, for no choice', (name) => {
  expect(find(name)).toBeNull();
});

it('knows the same choice by kind and slug', () => {
  const cto = find({ kind: 'persona', slug: 'cto' });
  expect(isSameChoice(cto, { kind: 'persona', slug: 'cto' })).toBe(true);
  expect(isSameChoice(cto, { kind: 'interest', slug: 'cto' })).toBe(false);
  expect(isSameChoice(cto, null)).toBe(false);
});

it('finds every choice that a device keeps, each once, and the one of an older release', () => {
  const find = (stored: unknown) => findChoices(stored, [persona], [interest]).map(({ label }) => label);
  const cto = { kind: 'persona', slug: 'cto' };
  expect(find([cto, { kind: 'interest', slug: 'cost' }, cto, { kind: 'persona', slug: 'gone' }, 7, null])).toEqual([
    'CTO',
    'Cost',
  ]);
  expect(find(cto)).toEqual(['CTO']);
  for (const stored of [null, 7, 'cto', [], {}, [[cto]]]) expect(find(stored)).toEqual([]);
});

it('knows whether a choice is among others', () => {
  const choices = findChoices([{ kind: 'persona', slug: 'cto' }], [persona], [interest]);
  expect(hasChoice(choices, { kind: 'persona', slug: 'cto' })).toBe(true);
  expect(hasChoice(choices, { kind: 'interest', slug: 'cto' })).toBe(false);
  expect(hasChoice(choices, null)).toBe(false);
});

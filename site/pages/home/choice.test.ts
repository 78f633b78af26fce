import { expect, it } from 'vitest';
import type { Interest, Persona } from '../../../contract/record-shapes.ts';
import { findChoice, isSameChoice } from './choice.ts';

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

import { expect, test } from 'vitest';
import { limitGroups } from './limit-groups.ts';

test('limits of several plans become shared rows, and a plan that does not name one has null', () => {
  const small = { fields: { limits: [{ group: 'Scope', name: 'Nodes', value: '4' }] } };
  const large = {
    fields: {
      limits: [
        { group: 'Scope', name: 'Nodes', value: '40' },
        { group: 'People', name: 'Named engineer', value: true },
      ],
    },
  };
  expect(limitGroups([small, large])).toEqual([
    { group: 'Scope', rows: [{ name: 'Nodes', values: ['4', '40'] }] },
    { group: 'People', rows: [{ name: 'Named engineer', values: [null, true] }] },
  ]);
});

test('a plan without limits adds no row', () => {
  expect(limitGroups([{ fields: {} }])).toEqual([]);
});

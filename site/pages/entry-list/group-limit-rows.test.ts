import { expect, test } from 'vitest';
import { groupLimitRows } from './group-limit-rows.ts';

test('plans share the rows of their limits, and a plan without a limit has null', () => {
  const small = { fields: { limits: [{ group: 'Scope', name: 'Nodes', value: '4' }] } };
  const large = {
    fields: {
      limits: [
        { group: 'Scope', name: 'Nodes', value: '40' },
        { group: 'People', name: 'Named engineer', value: true },
      ],
    },
  };
  expect(groupLimitRows([small, large])).toEqual([
    { group: 'Scope', rows: [{ name: 'Nodes', values: ['4', '40'] }] },
    { group: 'People', rows: [{ name: 'Named engineer', values: [null, true] }] },
  ]);
});

test('a plan without limits adds no row', () => {
  expect(groupLimitRows([{ fields: {} }])).toEqual([]);
});

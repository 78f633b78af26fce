import { expect, it, test } from 'vitest';
import { getSharedFaqs, groupLimitRows } from './compare-plans.ts';

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

const plan = (...faqs: [string, string][]) => ({
  fields: { faqs: faqs.map(([question, answer]) => ({ question, answer })) },
});

it('returns the questions that every plan answers alike, and no other', () => {
  const plans = [
    plan(['Term?', 'None.'], ['Fee?', 'None.'], ['Keys?', 'Yours.']),
    plan(['Fee?', 'A month.'], ['Term?', 'None.']),
    plan(['Term?', 'None.'], ['Fee?', 'None.']),
  ];
  expect(getSharedFaqs(plans)).toEqual([{ question: 'Term?', answer: 'None.' }]);
  expect(getSharedFaqs([])).toEqual([]);
  expect(getSharedFaqs([{ fields: {} }])).toEqual([]);
});

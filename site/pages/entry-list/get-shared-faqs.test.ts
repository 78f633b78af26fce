import { expect, it } from 'vitest';
import { getSharedFaqs } from './get-shared-faqs.ts';

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

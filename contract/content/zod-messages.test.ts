import { expect, it } from 'vitest';
import { entryFields } from './entry-fields.ts';

const listMessages = (fields: unknown) =>
  entryFields.PAGE.safeParse(fields).error?.issues.map(({ message }) => message);
const section = (rest: object) => ({ sections: [{ id: 'a', kind: 'questions', ...rest }] });

it('problems of fields are in words for editors', () => {
  const questions = [{ question: '', answer: 'Yes.' }];
  expect(listMessages(section({ questions }))).toEqual(['must not be empty']);
  expect(listMessages(section({ questions: [] }))).toEqual(['must have at least 1 item']);
  expect(listMessages(section({}))).toEqual(['is required']);
  expect(listMessages(section({ questions: [{ question: 'Why?', answer: 'So.' }], tone: 'loud' }))).toEqual([
    'must be one of plain, sunk, dark',
  ]);
  expect(
    entryFields.TRIVIA.safeParse({ question: 'Q?', options: ['a', 'b'], answer: -1 }).error?.issues[0]?.message,
  ).toBe('must be at least 0');
});

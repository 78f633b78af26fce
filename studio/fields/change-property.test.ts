import { expect, it } from 'vitest';
import { changeProperty } from './change-property.ts';

const trivia = { question: 'Which?', options: ['This', 'That', 'Both'], answer: 1 };

it('the answer stays with its option while options are moved and removed', () => {
  const moved = changeProperty(trivia, 'options', ['That', 'This', 'Both'], [1, 0, 2]);
  expect(moved).toEqual({ question: 'Which?', options: ['That', 'This', 'Both'], answer: 0 });
  expect(changeProperty(moved, 'options', ['That', 'Both'], [0, 2])).toMatchObject({ answer: 0 });
  expect(changeProperty(trivia, 'options', ['That', 'Both'], [1, 2])).toMatchObject({ answer: 0 });
});

it('the answer stays with its option where two options have the same text', () => {
  const equal = { options: ['', '', 'That'], answer: 0 };
  expect(changeProperty(equal, 'options', ['', '', 'That'], [1, 0, 2])).toEqual({ ...equal, answer: 1 });
});

it('no answer is left when its option is removed', () => {
  expect(changeProperty(trivia, 'options', ['This', 'Both'], [0, 2])).toEqual({
    question: 'Which?',
    options: ['This', 'Both'],
  });
});

it('a typed option, an added option and any other property change nothing else', () => {
  expect(changeProperty(trivia, 'options', ['This', 'Those', 'Both'])).toMatchObject({ answer: 1 });
  expect(changeProperty(trivia, 'answer', 2)).toEqual({ ...trivia, answer: 2 });
  expect(changeProperty(trivia, 'question', undefined)).toEqual({ options: trivia.options, answer: 1 });
  expect(changeProperty({ ...trivia, steps: ['a', 'b'] }, 'steps', ['b', 'a'], [1, 0])).toMatchObject({ answer: 1 });
});

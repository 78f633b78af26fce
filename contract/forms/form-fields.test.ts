import { expect, test } from 'vitest';
import { createRequiredTextField } from './form-fields.ts';

test('the error for a text that is too long formats its limit as the site formats numbers', () => {
  const { error } = createRequiredTextField(5_000, 'Write something.').safeParse('x'.repeat(5_001));
  expect(error?.issues.map(({ message }) => message)).toEqual(['Use at most 5,000 characters.']);
});

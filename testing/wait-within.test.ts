import { expect, it } from 'vitest';
import { pollWithin, waitWithin } from './wait-within.ts';

const forever = new Promise<never>(() => undefined);

it('names what it waited for if work does not end, or a check never succeeds', async () => {
  const message = 'Gave up waiting for the database after 0.02 s';
  await expect(waitWithin(20, 'the database', forever)).rejects.toThrow(message);
  await expect(pollWithin(20, 'the database', async () => false)).rejects.toThrow(message);
  await expect(pollWithin(20, 'the database', () => forever)).rejects.toThrow(message);
});

it('returns the result or the error of work that ends, and waits for a check that succeeds later', async () => {
  expect(await waitWithin(60_000, 'a result', Promise.resolve(7))).toBe(7);
  await expect(waitWithin(60_000, 'a result', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  let checks = 0;
  await pollWithin(60_000, 'the third check', async () => ++checks === 3);
  expect(checks).toBe(3);
});

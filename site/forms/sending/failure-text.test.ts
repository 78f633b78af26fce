import { expect, it } from 'vitest';
import { ApiFailure } from '../../../contract/http/client.ts';
import { getFailureText } from './failure-text.ts';

function createRefusal(status: number, retryAfter?: string): ApiFailure {
  return new ApiFailure(status >= 500 ? 'server' : 'client', 'This time is taken. Choose another.', {
    status,
    requestId: null,
    ...(retryAfter ? { retryAfter } : {}),
  });
}

it.each([
  [400, /Check the fields below/],
  [403, /our own page.*cookies.*help@site\.example/],
  [409, /Choose another/],
  [413, /shorten it/],
  [415, /Reload the page/],
  [422, /Choose another/],
  [429, /wait 1 minute, then send it again/],
  [500, /cannot tell whether your message was stored.*never stored twice.*help@site\.example/],
  [502, /cannot tell whether your message was stored/],
  [504, /cannot tell whether your message was stored/],
  [503, /send it again in a minute/],
])('the text for status %i says what to do', (status, text) => {
  expect(getFailureText(createRefusal(status), 'help@site.example')).toMatch(text);
});

it.each([
  ['20', '20 seconds'],
  ['60', '1 minute'],
  ['61', '2 minutes'],
  ['1', '1 second'],
  ['tomorrow', '1 minute'],
])('a Retry-After of %s reads as %s', (retryAfter, text) => {
  expect(getFailureText(createRefusal(429, retryAfter), '')).toContain(`wait ${text},`);
});

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../contract/http/client.ts';
import { createServer } from './create-server.ts';

async function getErrorAnswer(thrown: () => unknown) {
  const app = createServer();
  app.get('/', async () => {
    throw await thrown();
  });
  const answer = await app.inject('/');
  await app.close();
  return { status: answer.statusCode, code: answer.json().error.code, retryAfter: answer.headers['retry-after'] };
}

const unavailable = { status: 503, code: 'unavailable', retryAfter: '5' };
const internal = { status: 500, code: 'internal', retryAfter: undefined };

it('treats a missing socket as an unavailable service, and a missing file as an internal error', async () => {
  expect(await getErrorAnswer(() => readFile('/nowhere/at/all').catch((error) => error))).toEqual(internal);
  const socket = Object.assign(new Error('connect ENOENT /nowhere'), { code: 'ENOENT', syscall: 'connect' });
  expect(await getErrorAnswer(() => socket)).toEqual(unavailable);
  expect(await getErrorAnswer(() => new Error('query failed', { cause: socket }))).toEqual(unavailable);
});

const createAnswer = (status: number) => ({ status, requestId: 'the-id-there' });

it.each([
  ['no answer', new ApiFailure('network', 'secret'), unavailable],
  ['an answer too late', new ApiFailure('timeout', 'secret'), unavailable],
  ['a call that was cancelled', new ApiFailure('cancelled', 'secret'), unavailable],
  ['503', new ApiFailure('server', 'secret', createAnswer(503)), unavailable],
  ['a gateway that finds nobody', new ApiFailure('server', 'secret', createAnswer(502)), unavailable],
  ['500', new ApiFailure('server', 'secret', createAnswer(500)), internal],
  ['a call that makes no sense', new ApiFailure('client', 'secret'), internal],
  [
    '404',
    new ApiFailure('client', 'none', createAnswer(404)),
    { status: 404, code: 'not_found', retryAfter: undefined },
  ],
  [
    '429',
    new ApiFailure('client', 'slow', createAnswer(429)),
    { status: 429, code: 'too_many_requests', retryAfter: undefined },
  ],
])('passes on the failure of a backend: %s', async (_what, failure, expected) => {
  expect(await getErrorAnswer(() => failure)).toEqual(expected);
});

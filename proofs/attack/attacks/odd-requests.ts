import { type Attack, AttackRecorder } from '../attack.ts';
import { createContactPost, createJsonPost, createStranger } from '../forms.ts';
import { getAttackerAddress } from '../networks.ts';
import type { RawRequest, RawResponse } from '../raw-http.ts';

const contact = '/api/contact/submit';
const message = 'A message with enough words to be one.';

function createFormRequest(fields: object): RawRequest {
  return createJsonPost(contact, { ...createStranger(), message, ...fields });
}

/** Returns a form whose JSON has bytes that no serializer writes. */
function createRawFormRequest(bytes: Buffer): RawRequest {
  const [before = '', after = ''] = JSON.stringify({ ...createStranger(), message: 'HERE' }).split('HERE');
  return { ...createContactPost(), body: Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]) };
}

/** The name of each case, its request, and the expected status. */
const requests: [name: string, request: RawRequest, status: number][] = [
  ['a lone surrogate in a message', createRawFormRequest(Buffer.from('\\ud800')), 422],
  ['a lone surrogate in a name', createFormRequest({ name: 'Ada \udfff' }), 422],
  ['a body that is not UTF-8', createRawFormRequest(Buffer.from([0xc3, 0x28])), 400],
  ['an address with a bidirectional control', createFormRequest({ email: 'ada\u202e@example.org' }), 422],
  ['an address with a zero-width space', createFormRequest({ email: 'ada\u200b@example.org' }), 422],
  [
    'two Host headers',
    {
      path: '/',
      headers: [
        ['host', 'localhost'],
        ['host', 'evil.example'],
      ],
    },
    400,
  ],
  [
    'a form from another site',
    {
      ...createContactPost(),
      headers: [
        ['origin', 'https://evil.example'],
        ['content-type', 'application/json'],
      ],
    },
    403,
  ],
  ['no HTTP at all', { method: '\u0000\u0001', path: '/' }, 400],
  ['headers without end', { path: '/', headers: [['x-long', 'x'.repeat(70_000)]] }, 431],
];

const policyHeaders = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-request-id'];

function hasPolicy({ headers }: RawResponse): boolean {
  return policyHeaders.every((name) => headers.has(name));
}

/** Sends requests that each have one error. */
export const oddRequests: Attack = {
  name: 'odd-requests',
  run: async (target) => {
    const attempts = new AttackRecorder(target);
    for (const [index, [name, request, status]] of requests.entries()) {
      const answer = await attempts.send(request, getAttackerAddress(index));
      // 400 and 422 both blame the sender; the contract says which one applies.
      const isExpected = answer.status === status || (status === 422 && answer.status === 400);
      attempts.expect(isExpected, `${name}: ${answer.status} instead of ${status}`);
      attempts.expect(hasPolicy(answer), `${name}: the answer lacks headers of the policy`);
    }
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, key) => [`unknown-${key}`, 1]));
    const { body } = await attempts.send(createFormRequest(unknown), getAttackerAddress(100));
    const named = new Set(body.match(/unknown-\d+/g)).size;
    attempts.expect(named <= 10, `An answer names ${named} unknown fields.`);
    return attempts;
  },
};

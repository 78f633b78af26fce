import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createClient } from '../../contract/client.ts';
import { businessRequests, checkEmailPhone, refusalText } from './business-requests.ts';

const form = {
  name: 'Ada',
  email: 'ada@example.org',
  subject: '/',
  key: '9a3f1c52-0d7b-4b36-9d1e-0f6f2f0c9f11',
};

/** A client whose network answers this to everything. */
function answering(answer: () => Response | Promise<Response>) {
  const asked: { url: string; method: string }[] = [];
  const client = createClient({
    baseUrl: '',
    xsrfToken: () => 'token',
    fetch: async (url, init) => {
      asked.push({ url: String(url), method: init?.method ?? 'GET' });
      return answer();
    },
  });
  return { client, asked };
}

let logged: MockInstance;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => logged.mockRestore());

const failures: [string, () => Response | Promise<Response>][] = [
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a refusal by its status', () => Response.json({ error: { code: 'bad_request', message: 'No' } }, { status: 400 })],
  ['a fault of the server', () => new Response('oops', { status: 503 })],
];

describe('the business request (specification, sections 7 and 8)', () => {
  it('is posted to its path, and its answer is given back with the error field in it', async () => {
    const { client, asked } = answering(() => Response.json({ reference: '7K3M-92QD', error: null }));
    expect(await businessRequests(client, form)).toEqual({ reference: '7K3M-92QD', error: null });
    expect(asked).toEqual([{ url: '/api/business/business-requests', method: 'POST' }]);
    expect(logged).not.toHaveBeenCalled();
  });

  it.each(failures)('on %s only logs and answers nothing; what was typed is in no log', async (_what, answer) => {
    expect(await businessRequests(answering(answer).client, form)).toBeUndefined();
    expect(logged).toHaveBeenCalledOnce();
    expect(logged.mock.calls.flat().map(String).join(' ')).not.toContain(form.email);
  });

  it.each(['', '<html>', 'true'])('takes a success with the body %j for one, without a reference', async (body) => {
    const answer = await businessRequests(answering(() => new Response(body)).client, form);
    expect(answer).toEqual({});
    expect(answer && refusalText(answer)).toBeNull();
    expect(logged).not.toHaveBeenCalled();
  });

  it.each([
    [null, null],
    [undefined, null],
    ['Not here', 'Not here'],
    [{ code: 'conflict', message: 'Taken' }, 'Taken'],
    [true, 'Your enquiry was not taken.'],
  ])('with the error %j is a refusal that says %j', (error, text) => {
    expect(refusalText({ error })).toBe(text);
  });
});

describe('the duplicate check (specification, sections 7 and 8)', () => {
  it('asks its path with three parameters', async () => {
    const { client, asked } = answering(() => Response.json({ error: null }));
    const sender = { email: 'a+b@example.org', contactNumber: '0117', countryCode: '+44' };
    expect(await checkEmailPhone(client, sender)).toEqual({ error: null });
    expect(asked).toEqual([
      {
        url: '/api/business/check-email-phone?email=a%2Bb%40example.org&contactNumber=0117&countryCode=%2B44',
        method: 'GET',
      },
    ]);
  });

  it.each([...failures, ['an answer that is not the service’s', () => new Response('<html>')] as const])(
    'on %s only logs and answers nothing',
    async (_what, answer) => {
      expect(await checkEmailPhone(answering(answer).client, form)).toBeUndefined();
      expect(logged).toHaveBeenCalledOnce();
    },
  );
});

import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { type Client, createClient } from '../../../contract/http/client.ts';
import type { SiteSettings } from '../../settings.ts';
import { checkEmailPhone, createBusinessRequests, getRefusalText } from './business-requests.ts';

const form = { name: 'Ada', email: 'ada@example.org', subject: '/' };

function sendForm(client: Client) {
  return createBusinessRequests({ client, settings: {} as SiteSettings, values: form, openedAt: new Date() }, form);
}

/** Creates a client whose requests all get the same answer, and the list of these requests. */
function createRecordingClient(answer: () => Response | Promise<Response>) {
  const requests: { url: string; method: string }[] = [];
  const client = createClient({
    baseUrl: '',
    xsrfToken: () => 'token',
    fetch: async (url, init) => {
      requests.push({ url: String(url), method: init?.method ?? 'GET' });
      return answer();
    },
  });
  return { client, requests };
}

let logged: MockInstance;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => logged.mockRestore());

const failures: [string, () => Response | Promise<Response>][] = [
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a refusal by status', () => Response.json({ error: { code: 'bad_request', message: 'No' } }, { status: 400 })],
  ['a server error', () => new Response('oops', { status: 503 })],
];

describe('the business request (specification, sections 7 and 8)', () => {
  it('is posted to its path and returns the answer with its error field', async () => {
    const { client, requests } = createRecordingClient(() => Response.json({ reference: '7K3M-92QD', error: null }));
    expect(await sendForm(client)).toEqual({ reference: '7K3M-92QD', error: null });
    expect(requests).toEqual([{ url: '/api/business/business-requests', method: 'POST' }]);
    expect(logged).not.toHaveBeenCalled();
  });

  it.each(failures)('logs %s and returns nothing; the log has none of the typed text', async (_what, answer) => {
    expect(await sendForm(createRecordingClient(answer).client)).toBeUndefined();
    expect(logged).toHaveBeenCalledOnce();
    expect(logged.mock.calls.flat().map(String).join(' ')).not.toContain(form.email);
  });

  it.each(['', '<html>', 'true'])(
    'accepts a success with the body %j as an answer without a reference',
    async (body) => {
      const answer = await sendForm(createRecordingClient(() => new Response(body)).client);
      expect(answer).toEqual({});
      expect(answer && getRefusalText(answer)).toBeNull();
      expect(logged).not.toHaveBeenCalled();
    },
  );

  it.each([
    [null, null],
    [undefined, null],
    ['Not here', 'Not here'],
    [{ code: 'conflict', message: 'Taken' }, 'Taken'],
    [true, 'Your enquiry was not accepted.'],
  ])('with the error %j in its answer is a refusal with the text %j', (error, text) => {
    expect(getRefusalText({ error })).toBe(text);
  });
});

describe('the duplicate check (specification, sections 7 and 8)', () => {
  it('is a request to its path with three parameters', async () => {
    const { client, requests } = createRecordingClient(() => Response.json({ error: null }));
    const sender = { email: 'a+b@example.org', contactNumber: '0117', countryCode: '+44' };
    expect(await checkEmailPhone(client, sender)).toEqual({ error: null });
    expect(requests).toEqual([
      {
        url: '/api/business/check-email-phone?email=a%2Bb%40example.org&contactNumber=0117&countryCode=%2B44',
        method: 'GET',
      },
    ]);
  });

  it.each([...failures, ['an answer without JSON', () => new Response('<html>')] as const])(
    'logs %s and returns nothing',
    async (_what, answer) => {
      expect(await checkEmailPhone(createRecordingClient(answer).client, form)).toBeUndefined();
      expect(logged).toHaveBeenCalledOnce();
    },
  );
});

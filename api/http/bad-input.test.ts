import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getRequestUrl } from '../../contract/http/client.ts';
import { type Endpoint, publicEndpoints } from '../../contract/http/endpoints.ts';
import { operations } from '../../contract/http/operations.ts';
import { getInvalidFields, getUniqueIpAddress } from '../../testing/api.ts';
import { type FormOperation, fromPage, sampleBodies } from '../../testing/sample-forms.ts';
import { sampleEndpoints } from '../../testing/sample-types.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { parseForm } from './read-body.ts';

const api = await setUpApi();

/** A valid value for each input name. */
const valid: Record<string, string> = {
  page: '0',
  size: '10',
  limit: '1',
  n: '1',
  a: '1',
  b: '1',
  after: '0',
  slug: 'x',
  admin: 'x',
  categoryId: '1',
  position: 'x',
  countryCode: 'GB',
  stateCode: 'ENG',
  q: 'x',
  type: 'BLOG',
  interests: 'a',
  reference: 'x',
  email: 'a@example.org',
  contactNumber: '1',
  timeZone: 'Europe/London',
  from: '2026-11-24',
  hold: 'x',
  manage: 'x',
};
const big = 'x'.repeat(100_000);
const hostile = [
  '1e309',
  '99999999999999999999',
  '-99999999999999999999',
  '2147483648',
  'NaN',
  'null',
  '%00',
  'a%00b',
  '%FF',
  '%C3%28',
  '%EF%BF%BD',
  '%',
  '%zz',
  '%0d%0aset-cookie:a=b',
  '..%2f..%2fetc',
  "'%3B drop table entries--",
  "'%20or%20'1'='1",
  '%5B1%5D',
  '%5C',
  '<script>',
  '__proto__',
  '😀',
  big,
];

const rows = sampleEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const isInPath = ({ path }: Endpoint, name: string) => path.includes(`{${name}}`);
const listNames = ({ input }: Endpoint) => Object.keys(input.shape);
const listQueryNames = (endpoint: Endpoint) => listNames(endpoint).filter((name) => !isInPath(endpoint, name));

function isAccepted({ input }: Endpoint, name: string, value: unknown): boolean {
  const schema = input.shape[name];
  return schema !== undefined && z.safeParse(schema, value).success;
}

/** Returns the endpoint's URL with valid inputs, except for one raw value. */
function createUrlWithValue(endpoint: Endpoint, name: string, raw: string): string {
  const mark = 'THE-MARK';
  return getRequestUrl(endpoint.path, {
    ...Object.fromEntries(listNames(endpoint).map((known) => [known, valid[known]])),
    [name]: mark,
  }).replace(mark, () => raw);
}

/** Returns the endpoint's URL with valid required inputs, followed by a raw query. */
function createUrlWithQuery(endpoint: Endpoint, without: string, rawQuery: string): string {
  const others = listNames(endpoint).filter((name) => name !== without);
  const address = getRequestUrl(endpoint.path, Object.fromEntries(others.map((name) => [name, valid[name]])));
  return `${address}${address.includes('?') ? '&' : '?'}${rawQuery}`;
}

async function expectNoFailure(url: string) {
  // `get` checks every response against the contract: JSON with code, message, fields and the header's request id.
  const answer = await api.get(url);
  expect([url.slice(0, 200), answer.status < 500]).toEqual([url.slice(0, 200), true]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  if (answer.status >= 400) {
    expect(answer.body.error.message).not.toBe('');
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  return answer;
}

it('has a valid value for each input of each endpoint', async () => {
  for (const endpoint of publicEndpoints) {
    for (const name of listNames(endpoint))
      expect([name, isAccepted(endpoint, name, valid[name])]).toEqual([name, true]);
  }
});

describe.each(rows)('%s', (_name, endpoint) => {
  it('answers any text in any input with JSON, never with 5xx, and names the input in a refusal', async () => {
    for (const name of listNames(endpoint)) {
      const answers = await Promise.all(hostile.map((raw) => expectNoFailure(createUrlWithValue(endpoint, name, raw))));
      for (const [index, answer] of answers.entries()) {
        const isBrokenPath = isInPath(endpoint, name) && answer.status === 400 && getInvalidFields(answer).length === 0;
        if (isBrokenPath) expect(hostile[index]).toMatch(/%(?![0-9a-f]{2})|%FF|%C3%28/i);
        else if (answer.status === 400) expect(getInvalidFields(answer)).toEqual([name]);
      }
    }
  });

  it('refuses repeated inputs, NUL bytes and invalid UTF-8, and names the input', async () => {
    for (const name of listQueryNames(endpoint)) {
      // An invalid preview token has no effect, not even an error.
      const expected = name === 'admin' ? [] : [name];
      for (const raw of [
        `${name}=${valid[name]}&${name}=${valid[name]}`,
        `${name}=%00`,
        `${name}=a%00`,
        `${name}=%FF`,
      ]) {
        const answer = await expectNoFailure(createUrlWithQuery(endpoint, name, raw));
        expect([raw, getInvalidFields(answer)]).toEqual([raw, expected]);
        if (expected.length > 0) expect(answer.status).toBe(400);
      }
    }
  });

  it('ignores unknown parameters, also arrays and objects', async () => {
    const plain = getRequestUrl(
      endpoint.path,
      Object.fromEntries(listNames(endpoint).map((name) => [name, valid[name]])),
    );
    const before = await expectNoFailure(plain);
    const known = listQueryNames(endpoint).flatMap((name) => [
      `${name}[]=1`,
      `${name}[a]=b`,
      `${name}.a=1`,
      `${name.toUpperCase()}=1`,
    ]);
    const unknown = [
      'foo=1&foo=2',
      'a%5Bb%5D=c',
      'x=%00',
      '%FF=%FF',
      '__proto__=1',
      '__proto__[x]=1',
      'constructor[prototype][x]=1',
      '=',
      '&&&',
      `z=${big}`,
      "'=1",
    ];
    const omitRequestId = (answer: { error?: object }) => (answer.error ? { ...answer.error, requestId: '' } : answer);
    const ask = async (query: string) => {
      const { status, body } = await expectNoFailure(`${plain}${plain.includes('?') ? '&' : '?'}${query}`);
      expect([query.slice(0, 50), status, omitRequestId(body)]).toEqual([
        query.slice(0, 50),
        before.status,
        omitRequestId(before.body),
      ]);
    };
    await Promise.all([...known, ...unknown].map(ask));
  });

  it('requires each input without a default, by name', async () => {
    for (const name of listQueryNames(endpoint)) {
      const isRequired = !isAccepted(endpoint, name, undefined);
      const answer = await expectNoFailure(createUrlWithQuery(endpoint, name, ''));
      if (isRequired) expect([answer.status, getInvalidFields(answer)]).toEqual([400, [name]]);
      else expect(answer.status).not.toBe(400);
    }
  });
});

const names = Object.keys(sampleBodies) as FormOperation[];

function post(name: FormOperation, payload: string | Buffer) {
  return api.get(operations[name].path, {
    method: 'POST',
    headers: { ...fromPage, 'content-type': 'application/json' },
    payload,
    remoteAddress: getUniqueIpAddress(),
  });
}

/** Returns the sample body as JSON with a raw value in a text field. */
function createRawBody(name: FormOperation, field: string, raw: string | Buffer): Buffer {
  const [before = '', after = ''] = JSON.stringify({ ...sampleBodies[name](), [field]: 'THE-MARK' }).split('THE-MARK');
  return Buffer.concat([Buffer.from(before), Buffer.from(raw), Buffer.from(after)]);
}

function listTextFields(name: FormOperation): string[] {
  return Object.entries(sampleBodies[name]()).flatMap(([field, value]) => (typeof value === 'string' ? [field] : []));
}

describe('text in a body', () => {
  it('is refused with an unpaired surrogate, and the field is named', async () => {
    for (const name of names) {
      for (const field of listTextFields(name)) {
        for (const half of ['\\ud800', 'a\\udc00b', '\\udc00\\ud800']) {
          const answer = await post(name, createRawBody(name, field, half));
          expect([name, half, answer.status, getInvalidFields(answer)]).toEqual([name, half, 400, [field]]);
        }
      }
    }
    const inside = { ...sampleBodies.prove(), solution: { counter: 0, derivedKey: '\ud800' } };
    expect(getInvalidFields(await post('prove', JSON.stringify(inside)))).toEqual(['solution.derivedKey']);
  });

  it('is refused unless it is UTF-8', async () => {
    for (const name of names) {
      for (const field of listTextFields(name)) {
        for (const bytes of ['ff', 'c328', 'eda080', 'f5808080', 'e282']) {
          const answer = await post(name, createRawBody(name, field, Buffer.from(bytes, 'hex')));
          expect([name, field, bytes, answer.status]).toEqual([name, field, bytes, 400]);
          expect(answer.body.error.message).toContain('UTF-8');
        }
      }
    }
  });

  it('is accepted in every script, also with emoji', async () => {
    const message = 'مرحبا 你好 हिन्दी 👩🏽‍🔧 \ufffd';
    const { status } = await post('submitContact', JSON.stringify({ ...sampleBodies.submitContact(), message }));
    expect(status).toBe(200);
    const escaped = JSON.stringify({ ...sampleBodies.submitContact() }).replace('Hello', '\\ud83d\\ude00');
    expect((await post('submitContact', escaped)).status).toBe(200);
  });
});

describe('unknown fields', () => {
  it('are refused; the error names at most ten of them, shortened', async () => {
    for (const name of names) {
      const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown-${index}`, 1]));
      const answer = await post(name, JSON.stringify({ ...sampleBodies[name](), ...unknown }));
      expect([name, answer.status]).toEqual([name, 400]);
      const text = JSON.stringify(answer.body);
      expect([name, text.match(/unknown-\d+/g)?.length]).toEqual([name, 10]);
      expect(text).toContain('4,990 more');
    }
    const long = await post(
      'submitContact',
      JSON.stringify({ ...sampleBodies.submitContact(), ['x'.repeat(90_000)]: 1 }),
    );
    expect([long.status, JSON.stringify(long.body).length < 1_000]).toEqual([400, true]);
  });

  it('are all named if they are few', async () => {
    const { body } = await post('submitContact', JSON.stringify({ ...sampleBodies.submitContact(), admin: 1, b: 2 }));
    expect(body.error.fields).toEqual([{ path: '', message: 'Unknown fields: admin, b' }]);
  });
});

it('parses a form of 2,000 fields, and refuses one with more before it is parsed', () => {
  const fields = Array.from({ length: 2_000 }, (_, index) => `a${index}=1`).join('&');
  expect(parseForm(Buffer.from(fields)).size).toBe(2_000);
  for (const more of [`${fields}&a=1`, 'a&'.repeat(1024 * 1024)])
    expect(() => parseForm(Buffer.from(more))).toThrow(expect.objectContaining({ code: 'payload_too_large' }));
});

import { describe, expect, it } from 'vitest';
import { paths } from '../../contract/http/paths.table.ts';
import { getInvalidFields, getUniqueIpAddress } from '../../testing/api.ts';
import { type FormOperation, fromPage, sampleBodies } from '../../testing/sample-forms.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { parseForm } from './read-body.ts';

const api = await setUpApi();

const names = Object.keys(sampleBodies) as FormOperation[];

function post(name: FormOperation, payload: string | Buffer) {
  return api.get(paths[name], {
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

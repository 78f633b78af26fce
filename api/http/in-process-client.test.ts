import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Client, createClient, isApiFailure } from '../../contract/http/client.ts';
import { type Endpoint, publicEndpoints } from '../../contract/http/endpoints.ts';
import type { ClientOperationName } from '../../contract/http/paths.table.ts';
import { createTestClient, getUniqueIpAddress } from '../../testing/api.ts';
import { createRecordingLogger } from '../../testing/logger.ts';
import { makeCategory, makeEntry, makeInterest, makeMember, makePersona } from '../../testing/makers.ts';
import { type FormOperation, fromPage, sampleBodies } from '../../testing/sample-forms.ts';
import { sampleEndpoints } from '../../testing/sample-types.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { rateLimitCounts } from '../db/tables.ts';
import { createInProcessClient } from './in-process-client.ts';

/** Input values, by name, for which there is content. */
const inputs: Record<string, unknown> = {
  slug: 'one',
  categoryId: 'shared',
  a: 'shared',
  b: 'one',
  position: 'engineer',
  n: 2,
  limit: 2,
  page: 0,
  size: 5,
  q: 'unicode',
  countryCode: 'GB',
  name: 'Lon',
  email: 'ada@example.org',
  interests: 'x,y',
};

const api = await setUpApi();
const { id: categoryId } = await makeCategory(api.ctx, 'BLOG', { slug: 'shared' });
for (const type of ['BLOG', 'SERVICE'] as const)
  for (const slug of ['one', 'two']) await makeEntry(api.ctx, type, { slug, text: { title: `Ünïcode 😀 ${slug}` } });
await makeEntry(api.ctx, 'BLOG', { slug: 'three', categoryId });
await makeMember(api.ctx, { positionSlug: 'engineer' });
await makePersona(api.ctx, {});
await makeInterest(api.ctx, {});
const baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
const network = createClient({
  baseUrl,
  fetch: (url, init) => fetch(url, { ...init, headers: { ...(init?.headers as object), ...fromPage } }),
  xsrfToken: () => fromPage['x-xsrf-token'],
});
const direct = createTestClient(api.ctx);

/** Returns the outcome of a call, without the request id. */
async function getOutcome(client: Client, { target }: Endpoint, input: object): Promise<object> {
  // Inputs of all endpoints come from one table, so their types are unknown.
  const asked =
    'name' in target
      ? client.call(target.name as ClientOperationName, input as never)
      : 'entryType' in target
        ? client.entries(target.entryType, target.operation, input as never)
        : Promise.reject(new Error('This is an endpoint of the Studio'));
  return asked.then(
    (answer) => ({ answer: JSON.parse(JSON.stringify(answer)) }),
    (error: unknown) => {
      if (!isApiFailure(error)) throw error;
      const { kind, status, code, message, fields, retryAfter, challenge } = error;
      return { kind, status, code, message, fields, retryAfter, challenge };
    },
  );
}

const reads = publicEndpoints.filter(({ method, id }) => method === 'GET' && id !== 'formToken');
const writes = publicEndpoints.filter(
  ({ method, id, upload }) => method === 'POST' && !upload && id !== 'recordEvents',
);

const isInPath = ({ path }: Endpoint, name: string) => path.includes(`{${name}}`);

/** Returns the chosen inputs of an endpoint, with values that find something. */
function pickInputs({ input }: Endpoint, isChosen: (name: string) => boolean): Record<string, unknown> {
  const names = Object.keys(input.shape).filter(isChosen);
  return Object.fromEntries(names.map((name) => [name, inputs[name]]));
}

it.each(reads)('$id returns the same as over HTTP', async (endpoint) => {
  const isRequired = (name: string) => isInPath(endpoint, name);
  for (const input of [pickInputs(endpoint, (name) => name in inputs), pickInputs(endpoint, isRequired)])
    expect(await getOutcome(direct, endpoint, input)).toEqual(await getOutcome(network, endpoint, input));
});

it.each(reads.filter((endpoint) => sampleEndpoints.includes(endpoint)))(
  '$id refuses malformed input as over HTTP',
  async (endpoint) => {
    const usual = pickInputs(endpoint, (name) => name in inputs);
    for (const name of Object.keys(endpoint.input.shape)) {
      // Rate limit errors would hide validation errors.
      await api.ctx.db.delete(rateLimitCounts);
      for (const odd of ['a\0b', '\uFFFD', 'unknown', '12', -1, 1.5, 1e21, Number.NaN, true, null, 'x'.repeat(250)]) {
        if (odd === null && isInPath(endpoint, name)) continue;
        const input = { ...usual, [name]: odd };
        const [near, far] = [await getOutcome(direct, endpoint, input), await getOutcome(network, endpoint, input)];
        expect({ odd, ...near }).toEqual({ odd, ...far });
      }
    }
  },
);

describe.each(writes)('$id', (endpoint) => {
  it('returns and refuses the same as over HTTP', async () => {
    const body = sampleBodies[endpoint.id as FormOperation]();
    for (const sent of [
      body,
      {},
      { ...body, unknown: 1 },
      { ...body, name: 7 },
      { ...body, email: 'a@b\u202e.example' },
    ])
      expect({ sent, ...(await getOutcome(direct, endpoint, sent)) }).toEqual({
        sent,
        ...(await getOutcome(network, endpoint, sent)),
      });
  });
});

it('uploads files as over HTTP', async () => {
  const files = [new File(['%PDF-1.7\n'], 'Plan.pdf'), new File(['nothing known'], 'odd.xyz')];
  for (const file of files) {
    const [near, far] = await Promise.allSettled([direct.upload([file]), network.upload([file])]);
    expect(near.status).toBe(far.status);
    if (near.status === 'rejected' && far.status === 'rejected') {
      const { status, code, message, fields } = near.reason;
      expect(far.reason).toMatchObject({ status, code, message, fields });
    }
    if (near.status === 'fulfilled' && far.status === 'fulfilled')
      expect(near.value.map(({ name, size }) => [name, size])).toEqual(far.value.map(({ name, size }) => [name, size]));
  }
});

it('counts against the same limits, for the visitor of the request', async () => {
  const address = getUniqueIpAddress();
  const client = createTestClient(api.ctx, address);
  const input = { email: 'ada@example.org' };
  for (let asked = 0; asked < 15; asked++) {
    await client.call('checkEmailPhone', input);
    await api.get('/api/business/check-email-phone?email=ada@example.org', { remoteAddress: address });
  }
  await expect(client.call('checkEmailPhone', input)).rejects.toMatchObject({
    status: 429,
    retryAfter: expect.any(Number),
  });
  await createTestClient(api.ctx).call('checkEmailPhone', input);
});

describe('a call', () => {
  const { logger, lines } = createRecordingLogger();
  const createLoggedClient = (callEndpoint: () => Promise<unknown>) =>
    createInProcessClient({
      callEndpoint,
      caller: { address: getUniqueIpAddress(), userAgent: '', refusesTracking: false, actor: null },
      requestId: 'the-visitors-request',
      log: logger,
      openApi: () => {
        throw new Error('not asked for');
      },
    });

  it('rejects when it is aborted or takes too long', async () => {
    const slow = createLoggedClient(() => sleep(5_000, {}, { ref: false }));
    for (const [options, kind] of [
      [{ signal: AbortSignal.abort() }, 'cancelled'],
      [{ signal: AbortSignal.timeout(50) }, 'cancelled'],
      [{ timeout: 50 }, 'timeout'],
    ] as const)
      await expect(slow.call('countries', {}, options)).rejects.toMatchObject({ kind });
  });

  it("rejects after an unexpected error without its cause, which is logged with the visitor's request id", async () => {
    const failing = createLoggedClient(async () => {
      throw new Error('a secret');
    });
    const failure = await failing.call('countries', {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'server', status: 500, code: 'internal', requestId: 'the-visitors-request' });
    expect(String(failure)).not.toContain('secret');
    expect(lines).toContainEqual(expect.objectContaining({ reqId: 'the-visitors-request', msg: 'unexpected error' }));
  });
});

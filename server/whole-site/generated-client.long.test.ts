import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { createClient } from '../../contract/http/client.ts';
import { publicEndpoints } from '../../contract/http/endpoints.ts';
import type { JsonSchema, OpenApiDocument } from '../../contract/http/openapi.ts';
import { writeClient } from '../../testing/api-client/write-client.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import { makeSmallCompany } from '../../testing/small-company.ts';
import { setUpSite } from '../../testing/test-site.ts';

// A client that is generated from the OpenAPI document compiles, and reads every endpoint of a real server.

type Reads = Record<string, () => Promise<{ status: number; data: Record<string, unknown> }>>;

const site = await setUpSite();
await makeSmallCompany(site.database);
const document = (await (await fetch(`${site.address}/api/openapi.json`)).json()) as OpenApiDocument;
const client = await writeClient(document, await createSampleValues());
afterAll(() => rm(client.folder, { recursive: true, force: true }));

/** Reads values for the parameters from the content and from a booked time. */
async function createSampleValues() {
  const ours = createClient({ baseUrl: site.address, fetch });
  const post = async (path: string, body: object) => {
    const headers = { ...fromPage, 'content-type': 'application/json' };
    const answer = await fetch(site.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const { timeZone, days } = await ours.call('consultationSlots', {});
  const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start));
  const booking = { name: 'Ada', email: 'ada@example.org', timeZone, slot: starts[0], key: randomUUID() };
  const { reference, manage } = await post('/api/consultation/book', booking);
  const { hold } = await post('/api/consultation/hold', { timeZone, slot: starts[1] });
  const position = (await ours.call('positions', {})).items[0]?.slug;
  const categories = (await ours.call('categories', {})).items;
  const all: Record<string, string | undefined> = {
    ...{ reference, manage, hold, position, timeZone },
    ...{ email: 'ada@example.org', contactNumber: '020 7946 0018' },
    ...{ countryCode: 'GB', stateCode: 'GB-ENG', name: 'Lon', q: 'backup' },
  };
  const byType = new Map<string, Record<string, string | number | undefined>>();
  for (const { id, target } of publicEndpoints) {
    if (!('entryType' in target)) continue;
    const [entry] = (await ours.entries(target.entryType, 'list', {})).items;
    const category = categories.find(({ type, count }) => type === target.entryType && count > 0)?.slug;
    const isRelated = target.operation === 'related';
    byType.set(id, {
      slug: entry?.slug,
      categoryId: category,
      n: 3,
      a: isRelated ? category : entry?.slug,
      b: isRelated ? entry?.slug : 3,
    });
  }
  // The slug of an entry or a category belongs to the operation's type. Parameters without a sample follow their
  // schema.
  return ({ operationId }: { operationId: string }, name: string, schema: JsonSchema) =>
    byType.get(operationId)?.[name] ?? all[name] ?? (schema.enum?.[0] as string) ?? (schema.default as string | number);
}

async function compile(folder: string): Promise<string> {
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  // The compiler prints its errors and ends with a status other than 0.
  return promisify(execFile)(tsc, ['-p', folder]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

it('has every read operation of the API', () => {
  const reads = publicEndpoints.filter(({ method }) => method === 'GET').map(({ id }) => id);
  expect(client.reads.toSorted()).toEqual(reads.toSorted());
});

it('compiles', async () => {
  expect(await compile(client.folder)).toBe('');
});

it('reads every operation, with data as the contract describes it', async () => {
  const { createReads } = (await import(pathToFileURL(`${client.folder}/reads.ts`).href)) as {
    createReads(baseUrl: string): Reads;
  };
  const reads = createReads(site.address);
  for (const { id, output } of publicEndpoints.filter(({ method }) => method === 'GET')) {
    const answer = await reads[id]?.().catch((error: Error) => ({ status: error.message, data: {} }));
    expect([id, answer?.status]).toEqual([id, 200]);
    expect([id, output.safeParse(answer?.data).error]).toEqual([id, undefined]);
    if (answer?.data && 'items' in answer.data) expect([id, answer.data.items]).not.toEqual([id, []]);
  }
});

it('does not compile without a required parameter, or with an unknown property', async () => {
  const wrong = client.source.replace(/"slug":"[^"]*"/, '').replace('items: data.items', 'items: data.entries');
  expect(wrong).not.toBe(client.source);
  await writeFile(`${client.folder}/reads.ts`, wrong);
  const problems = await compile(client.folder);
  expect(problems).toContain("Property 'slug' is missing");
  expect(problems).toContain("Property 'entries' does not exist");
});

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../contract/http/openapi.ts';
import { openTestApi, type TestApi } from '../../testing/api.ts';

let api: TestApi;
let document: OpenApiDocument;
beforeAll(async () => {
  api = await openTestApi();
  document = (await api.get('/api/openapi.json')).body;
});
afterAll(() => api.close());

it("passes Redocly's recommended rules", async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  const found = problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`,
  );
  expect(found).toEqual([]);
});

it('defines each schema that several operations share once', () => {
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(
    expect.arrayContaining(['ErrorBody', 'EntryCard', 'EntryPage', 'BlogEntry', 'Category', 'TeamMember']),
  );
  expect(JSON.stringify(document.paths)).not.toContain('"requestId"');
  const times = new Map<string, number>();
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const { schema } of Object.values(responses).flatMap(({ content }) => Object.values(content ?? {}))) {
      const text = JSON.stringify(schema);
      times.set(text, (times.get(text) ?? 0) + 1);
    }
  }
  const repeated = [...times].filter(([text, count]) => count > 1 && text.length > 200);
  expect(repeated).toEqual([]);
  // Inlined at each use, one schema took 3,600 bytes; the document grows with each operation.
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(JSON.stringify(document).length / operations.length).toBeLessThan(2_000);
});

it('states the security of each operation: none for reads, the XSRF pair for writes', () => {
  for (const methods of Object.values(document.paths)) {
    for (const [method, { operationId, security }] of Object.entries(methods)) {
      if (method === 'get') expect([operationId, security]).toEqual([operationId, []]);
      else expect(security, operationId).toBeDefined();
    }
  }
});

it('contains the descriptions of inputs', () => {
  const parameters = document.paths['/api/blog/enable/list']?.get?.parameters ?? [];
  expect(parameters.map(({ schema, description }) => description ?? schema.description)).toContain(
    'Zero-based page number',
  );
});

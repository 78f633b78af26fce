import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { publicEndpoints } from '../../contract/http/endpoints.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../contract/http/openapi.ts';
import { setUpApi } from '../../testing/set-up.ts';

const api = await setUpApi();
const document: OpenApiDocument = (await api.get('/api/openapi.json')).body;

/** Every write of the specification's section 7, with its success status. */
const specifiedWrites: Record<string, string> = {
  '/api/business/business-requests': '200',
  '/api/file/upload': '200',
  '/api/user-view-query/create': '202',
};

/** Every read of the specification's section 7, in its spelling. */
const specified = [
  '/api/location/country',
  '/api/location/state',
  '/api/location/city',
  '/api/wse/team/list/getEnableTeamMember',
  '/api/wse/team/getList/{position}',
  '/api/wse/enabledPositions',
  '/api/persona/personas/list/enablePersona',
  '/api/persona/interests/list/enableInterest',
  '/api/categories/get-categories',
  '/api/trivia/enable/list',
  '/api/trivia/getData',
  '/api/trivia/getByCategory/{categoryId}',
  '/api/trivia/recent/{a}/{b}',
  '/api/trivia/recent/{n}',
  '/api/trivia/relatedByCategory/{a}/{b}',
  '/api/trivia/get-recent-data',
  '/api/infrograpic/enable/list',
  '/api/infrograpic/getData',
  '/api/infrograpic/getByCategory/{categoryId}',
  '/api/infrograpic/recent/{a}/{b}',
  '/api/infrograpic/recent/{n}',
  '/api/infrograpic/relatedByCategory/{a}/{b}',
  '/api/blog/blogdetails/{slug}',
  '/api/blog/metaKeys/{slug}',
  '/api/blog/enable/list',
  '/api/blog/recent/{a}/{b}',
  '/api/blog/recent/{n}',
  '/api/blog/categories/get/{categoryId}',
  '/api/business/check-email-phone',
];

/** The query parameters in section 7. */
const specifiedQueries: Record<string, string[]> = {
  '/api/trivia/enable/list': ['page', 'size'],
  '/api/trivia/getData': ['slug'],
  '/api/trivia/getByCategory/{categoryId}': ['page', 'size'],
  '/api/trivia/get-recent-data': ['limit'],
  '/api/infrograpic/enable/list': ['page', 'size'],
  '/api/infrograpic/getData': ['slug'],
  '/api/infrograpic/getByCategory/{categoryId}': ['page', 'size'],
  '/api/blog/blogdetails/{slug}': ['admin'],
  '/api/blog/enable/list': ['page', 'size'],
  '/api/blog/categories/get/{categoryId}': ['page', 'size'],
  '/api/business/check-email-phone': ['email', 'contactNumber', 'countryCode'],
};

function listOperations(): { path: string; method: string; operation: OpenApiOperation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

describe('the API document', () => {
  it('is valid OpenAPI 3.1 and may be cached', async () => {
    const { headers, body } = await api.get('/api/openapi.json');
    expect(headers['cache-control']).toBe('public, max-age=3600');
    const result = await new Validator().validate(body);
    expect([result.errors, result.valid]).toEqual([undefined, true]);
    expect(body.openapi).toMatch(/^3\.1\./);
  });

  it.each(specified)('contains %s of the specification', (path) => {
    const operation = document.paths[path]?.get;
    expect(operation).toBeDefined();
    const query = operation?.parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name) ?? [];
    expect(query).toEqual(expect.arrayContaining(specifiedQueries[path] ?? []));
  });

  it.each(Object.entries(specifiedWrites))('contains the write %s of the specification', (path, status) => {
    const operation = document.paths[path]?.post;
    expect(Object.keys(operation?.responses ?? {})).toEqual([status, '4XX', '5XX']);
    expect(operation).toHaveProperty(['requestBody', 'content']);
  });

  it('says what the fields of a form mean', () => {
    expect(document.paths['/api/business/business-requests']?.post?.requestBody).toMatchObject({
      content: {
        'application/json': {
          schema: {
            properties: {
              key: { description: expect.stringContaining('UUID') },
              subject: { description: expect.any(String) },
            },
          },
        },
      },
    });
  });

  it('describes an upload as multipart with files', () => {
    const upload = listOperations().find(({ path }) => path === '/api/file/upload')?.operation;
    const requestBody: unknown = upload && 'requestBody' in upload ? upload.requestBody : null;
    expect(requestBody).toMatchObject({
      content: {
        'multipart/form-data': { schema: { properties: { file: { items: { type: 'string', format: 'binary' } } } } },
      },
    });
  });

  it('contains exactly the public endpoints of the endpoint table', () => {
    const inTable = publicEndpoints.map(({ method, path, id }) => `${method} ${path} ${id}`);
    const inDocument = listOperations().map(
      ({ path, method, operation }) => `${method.toUpperCase()} ${path} ${operation.operationId}`,
    );
    expect(inDocument.sort()).toEqual(inTable.sort());
  });

  it('describes each input of each endpoint in its place', () => {
    for (const { id, path, method, input } of publicEndpoints) {
      const parameters = document.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
      expect([id, parameters.map(({ name }) => name).sort()]).toEqual([id, Object.keys(input.shape).sort()]);
      for (const parameter of parameters) {
        const isInPath = path.includes(`{${parameter.name}}`);
        expect([id, parameter.name, parameter.in]).toEqual([id, parameter.name, isInPath ? 'path' : 'query']);
        expect([id, parameter.name, Object.keys(parameter.schema).length > 0]).toEqual([id, parameter.name, true]);
        if (isInPath) expect(parameter.required).toBe(true);
      }
    }
  });

  it('describes the response of each operation and its errors', () => {
    for (const { path, operation } of listOperations()) {
      const success = specifiedWrites[path] ?? '200';
      expect([path, Object.keys(operation.responses)]).toEqual([path, [success, '4XX', '5XX']]);
      const { schema } = operation.responses[success]?.content?.['application/json'] ?? {};
      expect([path, schema?.type ?? schema?.$ref]).toEqual([path, expect.any(String)]);
      expect(operation.summary).not.toBe('');
      expect(operation.tags).toHaveLength(1);
    }
  });

  it('has a unique id for each operation', () => {
    const ids = listOperations().map(({ operation }) => operation.operationId);
    expect(ids.every(Boolean)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('omits the correct spelling of infographic, which also works', async () => {
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/api/infographic/'))).toEqual([]);
    const aliases = publicEndpoints.flatMap(({ alias }) => alias ?? []);
    expect(aliases.length).toBeGreaterThanOrEqual(6);
    for (const alias of aliases) expect(alias).toMatch(/^\/api\/infographic\//);
    expect((await api.get('/api/infographic/enable/list')).status).toBe(200);
  });
});

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

describe('the document of the Studio', () => {
  it('is valid OpenAPI 3.1, with the scope of each operation, and without those that no token can call', async () => {
    const { body } = await api.get('/api/studio/openapi.json');
    expect(await new Validator().validate(structuredClone(body))).toEqual({ valid: true });
    const { get, post } = body.paths['/api/studio/list-content'];
    expect([get['x-scope'], post]).toEqual(['read-content', undefined]);
    for (const name of ['me', 'users', 'create-api-token', 'erase-personal-data'])
      expect(body.paths).not.toHaveProperty(`/api/studio/${name}`);
    expect(JSON.stringify(body)).not.toContain('$ref');
  });
});

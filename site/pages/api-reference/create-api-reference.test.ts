import { afterEach, expect, it, test, vi } from 'vitest';
import type { JsonSchema, OpenApiOperation } from '../../../contract/http/openapi.ts';
import { createApiReference, type ReferenceOperation, toSlug } from './create-api-reference.ts';
import { formatCurlCommand } from './format-curl-command.ts';

const origin = 'https://example.org';

/** Creates the reference of one operation that takes a body of a media type. */
function createOperation(mediaType: string, schema: JsonSchema): ReferenceOperation {
  const post: OpenApiOperation = {
    operationId: 'send',
    summary: 'Send it',
    tags: ['Forms'],
    requestBody: { content: { [mediaType]: { schema } } },
    responses: {},
  };
  const { groups } = createApiReference({
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: { '/send': { post } },
  });
  const [operation] = groups.flatMap(({ operations }) => operations);
  if (!operation) throw new Error('The operation is missing');
  return operation;
}

test('the properties of a JSON body are parameters, and the command sends those that are required', () => {
  const operation = createOperation('application/json', {
    type: 'object',
    required: ['kind', 'name', 'count', 'tags'],
    properties: {
      kind: { enum: ['BLOG', 'TRIVIA'] },
      name: { type: 'string', maxLength: 120, description: 'Who writes' },
      count: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
      note: { type: 'string' },
    },
  });
  expect(operation.parameters.map(({ name, location, isRequired }) => [name, location, isRequired])).toEqual([
    ['kind', 'body', true],
    ['name', 'body', true],
    ['count', 'body', true],
    ['tags', 'body', true],
    ['note', 'body', false],
  ]);
  expect(operation.parameters[1]).toMatchObject({ constraints: 'up to 120 characters', description: 'Who writes' });
  expect(formatCurlCommand(operation, origin)).toBe(
    `curl -s -X POST 'https://example.org/send' \\
  -H 'Content-Type: application/json' -d '{"kind":"BLOG","name":"NAME","count":1,"tags":[]}'`,
  );
});

test('the command of an upload sends a file', () => {
  const operation = createOperation('multipart/form-data', {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
  });
  expect(operation.parameters).toMatchObject([{ name: 'file', location: 'form', isRequired: true }]);
  expect(formatCurlCommand(operation, origin)).toBe("curl -s -X POST 'https://example.org/send' -F 'file=@plan.pdf'");
});

test.each([
  ['What We Do', 'what-we-do'],
  ['site', 'site'],
  ['', ''],
  // Each space becomes a hyphen, at the ends too.
  [' Two  spaces ', '-two--spaces-'],
  // Only spaces: no other white space, and no punctuation.
  ['a\tb\nc\u00a0d', 'a\tb\nc\u00a0d'],
  ['C++ & Go/Rust, v1.2_x?', 'c++-&-go/rust,-v1.2_x?'],
  ['Already-a-slug', 'already-a-slug'],
  // Nothing is transliterated or normalised.
  ['ÉCOLE Straße Ünï', 'école-straße-ünï'],
  ['\u0045\u0301', '\u0065\u0301'],
  ['日本 Ω', '日本-ω'],
])('%j becomes %j', (label, slug) => {
  expect(toSlug(label)).toBe(slug);
});

afterEach(() => vi.restoreAllMocks());

it('ignores the locale: I becomes i in Turkish too', () => {
  const byLocale = vi.spyOn(String.prototype, 'toLocaleLowerCase');
  expect(toSlug('SITE INDEX')).toBe('site-index');
  expect(byLocale).not.toHaveBeenCalled();
});

it('leaves a slug unchanged', () => {
  expect(toSlug(toSlug('Large Rooms'))).toBe('large-rooms');
});

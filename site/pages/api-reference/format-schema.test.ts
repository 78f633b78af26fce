import { expect, test } from 'vitest';
import { describeConstraints, formatSchema, formatTypeName } from './format-schema.ts';

test('an object has one property on each line, and optional properties are marked', () => {
  const shape = formatSchema({
    type: 'object',
    required: ['items'],
    properties: {
      items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
      next: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'Where to go on' },
    },
  });
  expect(shape).toBe('{\n  items: {\n    id: integer\n  }[]\n  next?: string | null  // Where to go on\n}');
});

test('a schema that contains itself is formatted once', () => {
  const named = { Node: { type: 'object', properties: { child: { $ref: '#/components/schemas/Node' } } } };
  expect(formatSchema({ $ref: '#/components/schemas/Node' }, named)).toBe('{\n  child?: Node\n}');
});

test('constraints are described in words, without the bounds of safe integers', () => {
  expect(describeConstraints({ type: 'integer', minimum: 1, maximum: 50, default: 3 })).toEqual([
    '1 to 50',
    'default 3',
  ]);
  expect(describeConstraints({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual([
    'at least 0',
  ]);
});

test('numbers in constraints have thousands separators', () => {
  expect(describeConstraints({ type: 'string', minLength: 1_000, maxLength: 5_000 })).toEqual([
    'at least 1,000 characters',
    'up to 5,000 characters',
  ]);
  expect(describeConstraints({ type: 'integer', minimum: 1, maximum: 1_234_567, default: 1_000 })).toEqual([
    '1 to 1,234,567',
    'default 1,000',
  ]);
  expect(describeConstraints({ type: 'integer', minimum: 1_000 })).toEqual(['at least 1,000']);
  expect(describeConstraints({ type: 'integer', maximum: 1_000 })).toEqual(['at most 1,000']);
  expect(describeConstraints({ type: 'string', default: '2024' })).toEqual(['default "2024"']);
});

test('a type is formatted in one line', () => {
  expect(formatTypeName({ enum: ['BLOG', 'TRIVIA'] })).toBe('"BLOG" | "TRIVIA"');
  expect(formatTypeName({ type: 'array', items: { type: 'string' } })).toBe('string[]');
});

test('many choices are summarized by what they share, and by the values that tell them apart', () => {
  const kinds = Array.from({ length: 9 }, (_, index) => `kind-${index}`);
  const choices = kinds.map((kind) => ({
    type: 'object' as const,
    properties: { kind: { const: kind }, id: { type: 'string' as const }, [kind]: { type: 'string' as const } },
    required: ['kind'],
  }));
  const names = kinds.map((kind) => JSON.stringify(kind)).join(' | ');
  expect(formatSchema({ anyOf: choices })).toBe(`{\n  kind: ${names}\n  id?: string\n} & { … }`);
  expect(formatSchema({ anyOf: choices.slice(0, 2) })).toContain('kind-1?: string');
});

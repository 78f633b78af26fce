import { expect, test } from 'vitest';
import { constraintsOf, shapeOf, typeName } from './shape.ts';

test('an object is written one property on a line, with what may be missing marked', () => {
  const shape = shapeOf({
    type: 'object',
    required: ['items'],
    properties: {
      items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
      next: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'Where to go on' },
    },
  });
  expect(shape).toBe('{\n  items: {\n    id: integer\n  }[]\n  next?: string | null  // Where to go on\n}');
});

test('a reference that contains itself ends', () => {
  const named = { Node: { type: 'object', properties: { child: { $ref: '#/components/schemas/Node' } } } };
  expect(shapeOf({ $ref: '#/components/schemas/Node' }, named)).toBe('{\n  child?: Node\n}');
});

test('limits read as words, and those of a safe integer are none', () => {
  expect(constraintsOf({ type: 'integer', minimum: 1, maximum: 50, default: 3 })).toEqual(['1 to 50', 'default 3']);
  expect(constraintsOf({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual(['at least 0']);
});

test('limits group their numbers', () => {
  expect(constraintsOf({ type: 'string', minLength: 1_000, maxLength: 5_000 })).toEqual([
    'at least 1,000 characters',
    'up to 5,000 characters',
  ]);
  expect(constraintsOf({ type: 'integer', minimum: 1, maximum: 1_234_567, default: 1_000 })).toEqual([
    '1 to 1,234,567',
    'default 1,000',
  ]);
  expect(constraintsOf({ type: 'integer', minimum: 1_000 })).toEqual(['at least 1,000']);
  expect(constraintsOf({ type: 'integer', maximum: 1_000 })).toEqual(['at most 1,000']);
  expect(constraintsOf({ type: 'string', default: '2024' })).toEqual(['default "2024"']);
});

test('a type is named in one line', () => {
  expect(typeName({ enum: ['BLOG', 'TRIVIA'] })).toBe('"BLOG" | "TRIVIA"');
  expect(typeName({ type: 'array', items: { type: 'string' } })).toBe('string[]');
});

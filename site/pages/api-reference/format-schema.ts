import { formatNumber } from '../../../contract/content/number-text.ts';
import type { JsonSchema } from '../../../contract/http/openapi.ts';

type NamedSchemas = Record<string, JsonSchema>;

/** Formats the type of a schema in one line, such as `string`, `integer | null` or `"BLOG" | "TRIVIA"`. */
export function formatTypeName(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'object';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(formatTypeName))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return `${schema.items ? formatTypeName(schema.items) : 'any'}[]`;
  return schema.format ? `${schema.type ?? 'string'} (${schema.format})` : (schema.type ?? 'any');
}

/** Describes the constraints of a value, such as `1 to 50` or `up to 200 characters`. */
export function describeConstraints(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  // The generator of the document adds the bounds of safe integers to every integer without bounds.
  const min = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const max = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  const found: string[] = [];
  if (min !== undefined && max !== undefined) found.push(`${formatNumber(min)} to ${formatNumber(max)}`);
  else if (min !== undefined) found.push(`at least ${formatNumber(min)}`);
  else if (max !== undefined) found.push(`at most ${formatNumber(max)}`);
  if (minLength) found.push(minLength === 1 ? 'not empty' : `at least ${formatNumber(minLength)} characters`);
  if (maxLength !== undefined) found.push(`up to ${formatNumber(maxLength)} characters`);
  const { default: preset } = schema;
  if (preset !== undefined)
    found.push(`default ${typeof preset === 'number' ? formatNumber(preset) : JSON.stringify(preset)}`);
  return found;
}

function isPrimitive(schema: JsonSchema): boolean {
  if (schema.properties || schema.$ref) return false;
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  return !schema.prefixItems && inner.every(isPrimitive);
}

/** The number of choices that are written out. The OpenAPI document has all of them. */
const maxChoices = 8;

/** Returns the properties that many choices share, with the values that tell them apart; null for few choices. */
function summarizeChoices(choices: readonly JsonSchema[]): JsonSchema | null {
  const [first, ...others] = choices;
  if (choices.length <= maxChoices || !first?.properties) return null;
  const shared = Object.entries(first.properties).flatMap(([name, property]): [string, JsonSchema][] => {
    const all = [property, ...others.flatMap(({ properties }) => properties?.[name] ?? [])];
    if (all.length < choices.length) return [];
    return [[name, property.const === undefined ? property : { enum: all.map((each) => each.const as string) }]];
  });
  const required = first.required?.filter((name) => choices.every((choice) => choice.required?.includes(name)));
  return { type: 'object', properties: Object.fromEntries(shared), ...(required ? { required } : {}) };
}

/** Formats a schema at an indentation; `seen` holds the names of the schemas around it, so that recursion ends. */
function formatNested(schema: JsonSchema, named: NamedSchemas, indent: string, seen: readonly string[]): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const target = named[name];
    return !target || seen.includes(name) ? name : formatNested(target, named, indent, [...seen, name]);
  }
  if (isPrimitive(schema)) return formatTypeName(schema);
  if (schema.prefixItems)
    return `[${schema.prefixItems.map((item) => formatNested(item, named, indent, seen)).join(', ')}]`;
  if (schema.items) {
    const item = formatNested(schema.items, named, indent, seen);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  const summary = choices && summarizeChoices(choices);
  if (summary) return `${formatNested(summary, named, indent, seen)} & { … }`;
  if (choices) return [...new Set(choices.map((choice) => formatNested(choice, named, indent, seen)))].join(' | ');
  const deeper = `${indent}  `;
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    const comment = property.description ? `  // ${property.description}` : '';
    return `${deeper}${name}${optional}: ${formatNested(property, named, deeper, seen)}${comment}\n`;
  });
  return rows.length > 0 ? `{\n${rows.join('')}${indent}}` : '{}';
}

/** Formats a schema as a TypeScript type with one property on each line; `named` resolves its references. */
export function formatSchema(schema: JsonSchema, named: NamedSchemas = {}): string {
  return formatNested(schema, named, '', []);
}

import type { JsonSchema } from '../../../contract/openapi.ts';
import { formatNumber } from '../../parts/number.ts';

type Named = Record<string, JsonSchema>;

/** Types of one schema in one line, as in `string`, `integer | null` or `"BLOG" | "TRIVIA"`; objects are only named. */
export function typeName(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'object';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeName))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return `${schema.items ? typeName(schema.items) : 'any'}[]`;
  return schema.format ? `${schema.type ?? 'string'} (${schema.format})` : (schema.type ?? 'any');
}

/** What a value is held to beyond its type, as in `1 to 50` or `up to 200 characters`. */
export function constraintsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  // A generator writes the bounds of a safe integer where the contract gives none.
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

function isPlain(schema: JsonSchema): boolean {
  if (schema.properties || schema.$ref) return false;
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  return !schema.prefixItems && inner.every(isPlain);
}

/** Arrays and unions around an object put their marks behind its closing brace. */
function lines(schema: JsonSchema, named: Named, indent: string, seen: readonly string[]): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const target = named[name];
    return !target || seen.includes(name) ? name : lines(target, named, indent, [...seen, name]);
  }
  if (isPlain(schema)) return typeName(schema);
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => lines(item, named, indent, seen)).join(', ')}]`;
  if (schema.items) {
    const item = lines(schema.items, named, indent, seen);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => lines(choice, named, indent, seen)))].join(' | ');
  const deeper = `${indent}  `;
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    const comment = property.description ? `  // ${property.description}` : '';
    return `${deeper}${name}${optional}: ${lines(property, named, deeper, seen)}${comment}\n`;
  });
  return rows.length > 0 ? `{\n${rows.join('')}${indent}}` : '{}';
}

/** A schema written out the way a type is, one property on a line; `named` resolves its references. */
export function shapeOf(schema: JsonSchema, named: Named = {}): string {
  return lines(schema, named, '', []);
}

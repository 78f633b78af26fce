import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { z } from 'zod';
import { lookName } from '../../../contract/content/setting-schemas.ts';
import { choosableColours } from '../../../contract/look/derive-colours.ts';
import { type StructureName, structureNames, structureWords } from '../../../contract/look/structure.ts';

const require = createRequire(import.meta.url);

/** Returns the folder of an installed package of fonts. Throws if the package is not installed. */
export function findPackage(name: string): string {
  return dirname(require.resolve(`${name}/LICENSE`));
}

const line = z.string().trim().min(1).max(120);
const localPath = z.string().regex(/^[\w@][\w.@/-]*$/, 'must be a path inside the folder');
const customProperty = z.string().regex(/^--[a-z][a-z\d-]*$/, 'must be a custom property such as --font-heading');
const percentage = z.number().min(1).max(300);

const fallback = z.strictObject({
  family: line,
  weight: z.string().regex(/^\d{3}(?: \d{3})?$/, 'must be a weight such as 400, or a range such as 500 700'),
  local: z.array(line).min(1).max(6),
  sizeAdjust: percentage,
  ascent: percentage,
  descent: percentage,
});

const font = z.strictObject({
  family: line,
  package: z.string().regex(/^@[\w-]+\/[\w-]+$/, 'must be a package such as @fontsource-variable/figtree'),
  file: localPath,
  core: localPath,
  source: localPath.optional(),
  axes: z.record(z.string().regex(/^[a-zA-Z]{4}$/), z.union([z.number(), z.tuple([z.number(), z.number()])])),
  fallbacks: z.array(fallback).max(4),
});

const typePair = z.strictObject({
  name: lookName,
  title: line,
  families: z.array(line).max(3),
  properties: z.record(customProperty, line).default({}),
});

/** The words of a choice that a theme lets an editor choose, the usual first. */
const words = Object.fromEntries(
  structureNames.map((name) => [name, z.array(z.enum(structureWords[name])).min(1).max(5)]),
) as unknown as Record<StructureName, z.ZodArray<z.ZodType<string>>>;

/** The schema of `theme.json`. */
export const themeFile = z.strictObject({
  title: line,
  summary: z.string().trim().min(1).max(300),
  picture: localPath,
  colours: z.array(z.enum(choosableColours)).max(choosableColours.length),
  typePairs: z.array(typePair).min(1).max(6),
  structure: z.strictObject(words),
  fonts: z.array(font).max(6),
});

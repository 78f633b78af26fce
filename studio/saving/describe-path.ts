import { toLabel } from '../fields/schema.ts';

/** Returns the path of a field as people read it: `fields.steps.1.text` → "Steps 2, text". */
export function describePath(path: string): string {
  const names = path.replace(/^(?:content\.)?(?:fields\.)?/, '').split('.');
  const words = names.map((name, index) => {
    if (/^\d+$/.test(name)) return ` ${Number(name) + 1}`;
    return index === 0 ? toLabel(name) : `, ${toLabel(name).toLowerCase()}`;
  });
  return words.join('');
}

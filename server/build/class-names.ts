import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Without vowels nothing is spelt, least of all what ad blockers hide. */
const letters = 'bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ';

/** A number in these letters, of at least so many. */
function spell(number: number, length: number): string {
  const rest = Math.floor(number / letters.length);
  const last = letters.charAt(number % letters.length);
  return rest > 0 || length > 1 ? spell(rest, length - 1) + last : last;
}

/**
 * Names for the classes of CSS modules, two letters for the file and one or two for the class, the same in every bundle. The
 * builder's own say where a class is from, which was a sixth of the stylesheet (`npm run weigh`) and a part of every page.
 */
export function shortClassNames(folder: string): (name: string, file: string) => string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => join(folder, path))
    .sort();
  const known = new Map(files.map((file) => [file, new Map<string, string>()]));
  return (name, file) => {
    const [path = ''] = file.split('?');
    const names = known.get(path);
    if (!names) throw new Error(`${path} is no CSS module of ${folder}`);
    const short = names.get(name) ?? spell(files.indexOf(path), 2) + spell(names.size, 1);
    names.set(name, short);
    return short;
  };
}

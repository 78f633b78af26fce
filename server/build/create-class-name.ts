import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { projectFolder } from '../folders.ts';

const letters = 'bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns a path with the separators of every system but Windows. */
const toSlashes = (path: string) => path.replaceAll('\\', '/');

const modules = globSync('{site,studio}/**/*.module.css', { cwd: projectFolder }).map(toSlashes).toSorted();

/** Returns a number in letters as digits, the lowest digit first, with at least `length` digits. */
function toLetters(number: number, length: number): string {
  let [rest, text] = [number, ''];
  while (text.length < length || rest > 0) {
    text += letters[rest % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

/**
 * Returns the name of a class or of keyframes in a CSS module: two letters for the file, and one or two for the class.
 * Names have no meaning, and none begins with "ad", because ad blockers hide elements by words in class names. Every
 * bundle gets the same names. Names compress well, because those of one file begin alike.
 *
 * @param css the source of the file
 */
export function createClassName(name: string, file: string, css: string): string {
  const place = modules.indexOf(toSlashes(relative(projectFolder, file)));
  const classes = new Set(Array.from(css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi), ([, one]) => one));
  const index = [...classes].indexOf(name);
  if (place < 0 || index < 0) throw new Error(`There is no class ${name} in ${file}.`);
  return toLetters(place, 2) + toLetters(index, 1);
}

import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { projectFolder } from '../folders.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const length = 4;

const sources = new Map<string, string>();

/**
 * Returns the class name of a rule in a CSS module: four letters without meaning, because ad blockers hide elements by words in their
 * class names; a fifth letter would cost each visitor 400 bytes. Every bundle gets the same name. Throws if another
 * class already has it.
 */
export function createClassName(name: string, file: string): string {
  const source = `${relative(projectFolder, file)}: .${name}`;
  const digest = createHash('sha256').update(source).digest();
  const className = Array.from({ length }, (_, i) => letters[(digest[2 * i] ?? 0) % letters.length]).join('');
  const other = sources.get(className);
  if (other && other !== source)
    throw new Error(`Rename one of two classes, because both become ${className}: ${other}, ${source}`);
  sources.set(className, source);
  return className;
}

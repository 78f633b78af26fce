import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

/** Returns the folder of an installed package of fonts. Throws if the package is not installed. */
export function findPackage(name: string): string {
  return dirname(require.resolve(`${name}/LICENSE`));
}

import { randomInt } from 'node:crypto';

// Crockford's base 32 has no I, L, O or U, so that a person can read the reference out over a telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random reference such as `7K3M-92QD`: 40 bits, not predictable from another. */
export function createReference(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

import { randomInt } from 'node:crypto';

// Crockford's base 32: no I, L, O or U, so that it can be read out over a telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference such as `7K3M-92QD`: 40 bits, not to be guessed from another. */
export function makeReference(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

// Node has an outdated module of the same name, so the file of the package is named.
import { decode } from 'punycode/punycode.es6.js';

/**
 * Decodes a domain label for display: `xn--bcher-kva` → `bücher`; null for invalid Punycode (RFC 3492, 6.2). Returns a
 * label without the prefix `xn--` unchanged.
 */
export function decodePunycodeLabel(label: string): string | null {
  if (!/^xn--/i.test(label)) return label;
  try {
    const text = decode(label.slice(4).toLowerCase());
    // A label of ASCII only must not be encoded.
    return /[^\p{ASCII}]/u.test(text) ? text : null;
  } catch {
    return null;
  }
}

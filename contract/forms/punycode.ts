// Parameters of Punycode for host names (RFC 3492, section 5).
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const firstBias = 72;
const firstCode = 128;

/** Returns the value of a digit; `base` for any other character, and after the end of a label. */
function getDigitValue(character: string | undefined): number {
  const digit = character === undefined ? -1 : 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character);
  return digit < 0 ? base : digit;
}

function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > ((base - tMin) * tMax) >> 1; bias += base) rest = Math.floor(rest / (base - tMin));
  return bias + Math.floor((base * rest) / (rest + skew));
}

/**
 * Decodes a domain label for display: `xn--bcher-kva` → `bücher`; null for invalid Punycode (RFC 3492, 6.2). Returns a
 * label without the prefix `xn--` unchanged.
 */
export function decodePunycodeLabel(label: string): string | null {
  if (!/^xn--/i.test(label)) return label;
  const encoded = label.slice(4).toLowerCase();
  const split = encoded.lastIndexOf('-');
  const points = [...encoded.slice(0, Math.max(0, split))].map((character) => character.charCodeAt(0));
  let code = firstCode;
  let bias = firstBias;
  let index = 0;
  for (let at = split + 1; at < encoded.length; ) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = getDigitValue(encoded[at]);
      at += 1;
      if (digit >= base) return null;
      index += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = points.length + 1;
    bias = adaptBias(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!isCharacter) return null;
    points.splice(index, 0, code);
    index += 1;
  }
  // A label of ASCII only must not be encoded.
  return points.some((point) => point >= firstCode) ? String.fromCodePoint(...points) : null;
}

/** The package has no types of its own, and those of DefinitelyTyped describe its other file. */
declare module 'punycode/punycode.es6.js' {
  /** Decodes Punycode without the prefix `xn--`. Throws a RangeError for invalid Punycode. */
  export function decode(text: string): string;
}

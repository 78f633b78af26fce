/** The package has no types of its own, and those of DefinitelyTyped lack `preferred`. */
declare module 'negotiator' {
  export class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> });
    /** Returns undefined where the header refuses everything; `preferred` orders codings of equal weight. */
    encoding<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T | undefined;
  }
}

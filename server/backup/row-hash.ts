import { createHash, hash } from 'node:crypto';
import { Transform } from 'node:stream';

const lineFeed = 10;
const modulus = 1n << 256n;

/** The number of rows, and a hash of them that does not depend on their order. */
export interface RowsFound {
  rows: number;
  /** The sum of the SHA-256 of all rows, modulo 2^256, as 64 hexadecimal digits. */
  hash: string;
}

/**
 * Passes on the output of `COPY … TO STDOUT` in text format, and counts and hashes its rows. In this format a line feed
 * ends a row and is escaped elsewhere (manual, COPY). The order of rows has no meaning, and a table may hold equal
 * rows, so the hashes of all rows are added.
 */
export class RowHash extends Transform {
  #rows = 0;
  #sum = 0n;
  /** The hash of a row that began in an earlier chunk. */
  #begun: ReturnType<typeof createHash> | null = null;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#begun ??= createHash('sha256');
      this.#begun.update(chunk.subarray(start));
    }
    done(null, chunk);
  }

  #add(line: Buffer): void {
    const digest = this.#begun?.update(line).digest('hex') ?? hash('sha256', line, 'hex');
    this.#begun = null;
    this.#rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % modulus;
  }

  get found(): RowsFound {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(64, '0') };
  }
}

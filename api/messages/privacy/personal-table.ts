import type { Context } from '../../context.ts';

/** A table with personal data, and how to find and erase the rows of an e-mail address. */
export interface PersonalTable {
  /** The name of the table. */
  table: string;
  /** Returns the rows of the address, whatever its case. */
  find(ctx: Context, email: string): Promise<object[]>;
  /** Erases the same rows. Returns their number. */
  erase(ctx: Context, email: string): Promise<number>;
}

import type { Context } from '../context.ts';

/** A table that holds what people told us, and how to find and erase what it holds about an e-mail address. */
export interface PersonalPlace {
  /** Name of the table. */
  table: string;
  /** Everything stored about the address, whatever its case. */
  find(ctx: Context, email: string): Promise<object[]>;
  /** Removes the same; answers how many rows. */
  erase(ctx: Context, email: string): Promise<number>;
}

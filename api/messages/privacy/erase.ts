import type { ApiContext, Caller } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { removeUnlinkedFiles } from '../files/link.ts';
import { countMissingFiles, sumCounts } from './find.ts';
import { isOwnAddress } from './own-addresses.ts';
import { erasePersonalData as eraseRows } from './personal-tables.ts';
import { recordPrivacyAct } from './record-act.ts';

interface Erasure {
  email: string;
  /** The rows that the caller has seen. */
  count: number;
  lostFiles: boolean;
}

const createRefusal = (path: string, message: string) =>
  new ApiError('unprocessable', 'Nothing was erased.', [{ path, message }]);

/**
 * Erases everything that is stored about an e-mail address, and records who erased it, without the address. Throws
 * `conflict` if the number of rows has changed since the caller saw it. Throws `unprocessable` for the company's own
 * address. Also throws it if the bytes of a file are not found, because they may still exist elsewhere; with
 * `lostFiles` the caller says that they are lost.
 */
export async function erasePersonalData(ctx: ApiContext, { email, count, lostFiles }: Erasure, caller: Caller) {
  if (await isOwnAddress(ctx, email, ctx.privacy.ownAddresses))
    throw createRefusal('email', 'is an address of the company itself, which every mail names');
  const missing = lostFiles ? 0 : await countMissingFiles(ctx, email);
  if (missing > 0)
    throw createRefusal(
      'lostFiles',
      'must be chosen, because this server does not find the bytes of some files: they stay where they are',
    );
  const result = await ctx.db.transaction(async (db) => {
    const erased = await eraseRows({ db }, email);
    if (sumCounts(erased) !== count)
      throw new ApiError('conflict', 'Something else was stored or erased since. Look at the list again.');
    return { erased, record: await recordPrivacyAct({ db }, 'ERASE', caller, erased) };
  });
  // After a failure the hourly job removes the bytes.
  await removeUnlinkedFiles(ctx, ctx.files);
  return result;
}

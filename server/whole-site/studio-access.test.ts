import { expect, it } from 'vitest';
import { proveAccess } from '../../tasks/studio-proofs/access.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { openTestSite } from '../../testing/test-site.ts';

it('every endpoint and screen of the Studio answers each role as the permission matrix says', async () => {
  const site = await openTestSite();
  try {
    const { wrong } = await proveAccess(createApiContext(site.database.db, site.dataFolder), site.address);
    expect(wrong).toEqual([]);
  } finally {
    await site.close();
  }
});

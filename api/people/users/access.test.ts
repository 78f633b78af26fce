import { expect, it } from 'vitest';
import { getUniqueIpAddress } from '../../../testing/api.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { proveStudioAccess } from '../../../testing/studio-access.ts';

const api = await setUpApi();

it('every operation of the Studio is allowed and refused as the permission matrix says', async () => {
  const send: Parameters<typeof proveStudioAccess>[1] = async (request) => {
    const answer = await api.app.inject({ ...request, remoteAddress: getUniqueIpAddress() });
    return { status: answer.statusCode, body: answer.body, location: answer.headers.location ?? null };
  };
  const { checked, wrong } = await proveStudioAccess(api.ctx.db, send, { withScreens: false });
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(400);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUniqueIpAddress, openTestApi, type TestApi } from '../../../testing/api.ts';
import { proveStudioAccess } from '../../../testing/studio-access.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it('every operation of the Studio is allowed and refused as the permission matrix says', async () => {
  const send: Parameters<typeof proveStudioAccess>[1] = async (request) => {
    const answer = await api.app.inject({ ...request, remoteAddress: getUniqueIpAddress() });
    return { status: answer.statusCode, body: answer.body, location: answer.headers.location ?? null };
  };
  const { checked, wrong } = await proveStudioAccess(api.ctx.db, send, { withScreens: false });
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(400);
});

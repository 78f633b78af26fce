import { expect, it } from 'vitest';
import { studioMethods } from '../../contract/studio/methods.table.ts';
import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { studioOperations } from '../../contract/studio/operations.ts';
import { pageUserHeader } from '../../contract/studio/paths.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { makeUser } from '../../testing/studio.ts';
import { callStudio } from '../../testing/studio-api.ts';

const api = await setUpApi();

it('no call of a page changes anything after somebody else has signed in on its browser', async () => {
  const ada = await makeUser(api.ctx, 'OWNER', 'Ada');
  const bea = await makeUser(api.ctx, 'OWNER', 'Bea');
  const names = Object.keys(studioOperations) as StudioOperationName[];
  const writes = names.filter((name) => studioMethods[name] === 'POST' && studioOperations[name].permission !== null);
  expect(writes).toContain('saveDraft');
  for (const name of writes) {
    const { status, body } = await callStudio(api, name, {}, bea.token, { [pageUserHeader]: String(ada.id) });
    expect({ name, status, body }).toMatchObject({
      name,
      status: 403,
      body: {
        error: { code: 'forbidden', message: expect.stringMatching(/^Somebody else is now signed in on this browser/) },
      },
    });
  }
  const input = { type: 'PAGE', title: 'Made by Ada' };
  const own = await callStudio(api, 'createEntry', input, ada.token, { [pageUserHeader]: String(ada.id) });
  expect(own.status).toBe(200);
});

import { afterAll, beforeEach } from 'vitest';
import { openTestApi, type TestApi } from './api.ts';
import { makeUser, type TestUser } from './studio.ts';

/** The API with an editor, and `call` for the operations of the editor. */
export interface EditorApi {
  api: TestApi;
  editor: TestUser;
  call: TestUser['client']['call'];
}

/** Opens the API with an editor for the tests of a file. Each test begins without entries. */
export async function openEditorApi(): Promise<EditorApi> {
  const api = await openTestApi();
  beforeEach(() => api.database.empty());
  afterAll(() => api.close());
  const editor = await makeUser(api.ctx, 'EDITOR');
  return { api, editor, call: (...args) => editor.client.call(...args) };
}

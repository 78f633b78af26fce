import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiContext } from '../api/context.ts';
import type { Database } from '../api/db/connect.ts';
import { createIncomingFiles } from '../api/files/incoming.ts';
import { folderStore } from '../server/file-store/folder-store.ts';

/** Where this process' files lie; made by the first, removed with the API. */
export const filesFolder = join(tmpdir(), `site-test-files-${process.pid}`);

/** What the API is given in tests and proofs. */
export function apiContext(db: Database): ApiContext {
  return {
    db,
    searchDb: db,
    files: folderStore(filesFolder),
    incoming: createIncomingFiles({ folder: `${filesFolder}-incoming`, freeBytes: 0 }),
    siteOrigin: null,
    company: {
      name: 'WSE',
      inbox: 'inbox@site.example',
      siteUrl: () => 'https://site.example',
      timeZone: 'Europe/London',
      call: { channel: 'telephone', host: 'an engineer' },
      sendsMail: true,
    },
  };
}

import { join } from 'node:path';
import type { ApiContext } from '../api/context.ts';
import type { Database } from '../api/db/connect.ts';
import { ApiError } from '../api/errors.ts';
import { createIncomingFiles } from '../api/messages/files/incoming.ts';
import { createMeasurements } from '../api/numbers/measurements.ts';
import { createRequestOutside } from '../api/outside-requests.ts';
import { createFolderStore } from '../server/file-store/folder-store.ts';

const refuseHealth = () => Promise.reject(new ApiError('conflict', 'Only a server knows its health.'));

/** Returns the dependencies of the API for a test or a measurement; files are stored in subfolders of `folder`. */
export function createApiContext(db: Database, folder: string): ApiContext & { company: { inbox: string } } {
  const company = {
    inbox: 'inbox@site.example',
    siteUrl: () => 'https://site.example',
    timeZone: 'Europe/London',
    sendsMail: true,
  };
  return {
    db,
    searchDb: db,
    files: createFolderStore(join(folder, 'files')),
    incoming: createIncomingFiles({ folder: join(folder, 'incoming'), freeBytes: 0 }),
    siteOrigin: null,
    openId: null,
    requestOutside: createRequestOutside({ allowsLoopback: true }),
    privacy: { ownAddresses: ['inbox@site.example'], retention: {} },
    company,
    measurements: createMeasurements({ db, company }),
    health: { read: refuseHealth, verifyBackup: refuseHealth },
  };
}

import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '../../api/db/connect.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { countLost, findFormBreaches, startFormStream } from './forms.ts';
import { findPageBreaches, startPageStream } from './read-pages.ts';
import type { TrialResult } from './trial-result.ts';
import { uploadFile } from './upload-file.ts';

const seconds = 8;

/** Makes the data folder of a running server read-only, with the database elsewhere. Needs root and Linux. */
export async function makeFolderReadOnly(folder: string): Promise<TrialResult> {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=755', 'tmpfs', data]);
  const remount = (mode: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${mode}`, data]);
  try {
    const postgres = await startEmbeddedPostgres(join(folder, 'database'));
    const { host, user, database } = postgres.connection;
    const url = `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`;
    const site = await startSiteProcess({ dataDir: data, env: { TRUST_PROXY: '1', DATABASE_URL: url } });
    const before = await uploadFile(site.address);
    remount('ro');
    const forms = startFormStream([site.address], 10);
    const reads = startPageStream([site.address], ['/', '/blogs', '/about-us']);
    const refused = await uploadFile(site.address);
    await sleep(seconds * 1_000);
    const refusal = await startSiteProcess({ dataDir: data }).then(
      async (started) => `started, ${await started.stop()}`,
      (error: Error) => error.message,
    );
    await reads.stop();
    await forms.stop();
    remount('rw');
    const after = await uploadFile(site.address);
    const connection = connectDatabase(postgres.connection);
    const lost = await countLost(connection.db, forms.acknowledged);
    await connection.close();
    await site.stop();
    await postgres.stop();
    const said = refusal
      .split('\n')
      .slice(1)
      .filter((line) => line && !line.startsWith('Continues as root'));
    return {
      figures: [
        `data folder          read-only for ${seconds} s`,
        `uploads              ${before.status} before, ${refused.status} meanwhile, ${after.status} afterwards`,
        `pages meanwhile      ${reads.answered} answered, ${reads.failed} not`,
        `acknowledged         ${forms.acknowledged.length}, lost ${lost}, refused ${forms.refused.length}`,
        `a start on it        ${said.join(' / ')}`,
      ],
      breaches: [
        ...(before.status < 300 && after.status < 300 ? [] : ['an upload failed']),
        ...(refused.status === 503 ? [] : [`an upload was answered ${refused.status} while nothing could be stored`]),
        ...findPageBreaches(reads),
        ...(said.length === 1 ? [] : [`the start did not end with one line: ${refusal}`]),
        ...findFormBreaches(forms, lost),
      ],
    };
  } finally {
    execFileSync('umount', ['-l', data]);
  }
}

import { join } from 'node:path';
import { buildIfStale } from '../server/build.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { restoreLostMachine } from './restore-lost-machine.ts';

// Archives a site while forms arrive, kills the server and its PostgreSQL, deletes the data folder, and restores: to a
// moment, and to the end of the archive. First with a folder, then encrypted in a bucket. Ends with 1 if a form
// acknowledged before the moment is lost, a later one is there, or more than a minute is lost at the end.

await buildIfStale();
const folder = await makeDataFolder('site-archive-proof-');
const s3 = await startS3Server();
const bucket = {
  ARCHIVE_TO: 's3://site-files/archive',
  BACKUP_KEY: '5'.repeat(64),
  BACKUP_S3_ENDPOINT: s3.env.FILES_S3_ENDPOINT ?? '',
  BACKUP_S3_KEY_ID: 'S3RVER',
  BACKUP_S3_SECRET: 'S3RVER',
};
const breaches: string[] = [];
for (const [name, env] of Object.entries({ folder: { ARCHIVE_TO: join(folder, 'archive') }, bucket })) {
  const findings = await restoreLostMachine(join(folder, name), env).catch((error: Error) => ({
    figures: [],
    breaches: [error.message],
  }));
  console.log(`\n${name}\n${findings.figures.map((figure) => `  ${figure}`).join('\n')}`);
  breaches.push(...findings.breaches.map((breach) => `${name}: ${breach}`));
}
await s3.close();
console.log(breaches.length === 0 ? '\nEvery moment was restored exactly.' : `\nBREACH\n${breaches.join('\n')}`);
process.exit(breaches.length === 0 ? 0 : 1);

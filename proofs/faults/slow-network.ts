import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '../../api/db/connect.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { countLost, findFormBreaches, startFormStream } from './forms.ts';
import { findPageBreaches, startPageStream } from './read-pages.ts';
import { startSlowProxy } from './slow-proxy.ts';
import type { TrialResult } from './trial-result.ts';

/** Milliseconds by which every packet to and from the database is delayed, as between continents. */
const delay = 100;
const seconds = 20;

/** Puts a slow network between the server and its database, under readers and forms. */
export async function slowNetwork(dataDir: string): Promise<TrialResult> {
  const postgres = await startEmbeddedPostgres(`${dataDir}/database`);
  const { host, user, database } = postgres.connection;
  const proxy = await startSlowProxy({ path: `${host}/.s.PGSQL.5432` });
  const env = { TRUST_PROXY: '1', DATABASE_URL: `postgres://${user}@127.0.0.1:${proxy.port}/${database}` };
  const site = await startSiteProcess({ dataDir: `${dataDir}/site`, env });
  await sleep(2_000);
  const paths = ['/', '/blogs', '/about-us'];
  for (const path of paths) await fetch(site.address + path);
  proxy.delay = delay;
  const forms = startFormStream([site.address], 5);
  const reads = startPageStream([site.address], paths);
  const searches = startPageStream([site.address], ['/search?q=cache', '/search?q=rack']);
  await sleep(seconds * 1_000);
  await searches.stop();
  await reads.stop();
  await forms.stop();
  proxy.delay = 0;
  const connection = connectDatabase(postgres.connection);
  const lost = await countLost(connection.db, forms.acknowledged);
  await connection.close();
  await site.stop();
  await proxy.close();
  await postgres.stop();
  return {
    figures: [
      `network              ${delay} ms on every packet to and from the database, ${seconds} s`,
      `cached pages         ${reads.answered} answered, ${reads.failed} not, slowest ${reads.slowest.toFixed(0)} ms`,
      `searches             ${searches.answered} answered, ${searches.failed} not, slowest ${searches.slowest.toFixed(0)} ms`,
      `acknowledged         ${forms.acknowledged.length}, lost ${lost}, refused ${forms.refused.length}`,
    ],
    breaches: [...[reads, searches].flatMap((stream) => findPageBreaches(stream)), ...findFormBreaches(forms, lost)],
  };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectDatabase } from '../../api/db/connect.ts';
import { type DebianPostgres, openDebianPostgres } from '../../testing/debian-postgres.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { limits, pollWithin, waitWithin } from '../../testing/wait-within.ts';
import { countLost, findFormBreaches, startFormStream } from './forms.ts';
import { findPageBreaches, startPageStream } from './read-pages.ts';
import { startSlowProxy } from './slow-proxy.ts';
import type { TrialResult } from './trial-result.ts';

const formsPerSecond = 5;
const pages = ['/', '/blogs', '/about-us', '/search?q=cache'];
/** Milliseconds for which the database can only be read, twice: as a demoted primary, and as a standby. */
const readOnlyTime = 8_000;
/** Milliseconds in which a database must execute a statement. */
const statementLimit = 30_000;
/** Pages that the server was rendering when the database died cannot be shown. */
const maxFailedShare = 0.01;

/** One of the two databases. */
interface Member {
  port: number;
  execute(statement: string): Promise<void>;
  stop(how: 'fast' | 'immediate'): void;
}

function startMember(postgres: DebianPostgres, data: string, port: number): Member {
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  postgres.run('pg_ctl', '-D', data, '-w', '-l', `${data}.log`, '-o', options, 'start');
  return {
    port,
    execute: async (statement) => {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'tester', database: 'postgres' });
      client.on('error', () => undefined);
      const run = async () => {
        await client.connect();
        await client.query(statement);
      };
      await waitWithin(statementLimit, `the database at port ${port} to execute "${statement}"`, run());
      await client.end();
    },
    stop: (how) => postgres.run('pg_ctl', '-D', data, '-m', how, 'stop'),
  };
}

/** Starts a primary with a synchronous standby: a commit is acknowledged only when both have it. */
async function startPair(postgres: DebianPostgres, folder: string): Promise<[primary: Member, standby: Member]> {
  const [data, copy] = [join(folder, 'primary'), join(folder, 'standby')];
  const [port, standbyPort] = [await findFreePort(), await findFreePort()];
  postgres.run('initdb', '-D', data, '-U', 'tester', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const primary = startMember(postgres, data, port);
  postgres.run('pg_basebackup', '-R', '-D', copy, '-h', '127.0.0.1', '-p', `${port}`, '-U', 'tester', '-c', 'fast');
  const standby = startMember(postgres, copy, standbyPort);
  await primary.execute(`alter system set synchronous_standby_names = '*'`);
  await primary.execute('select pg_reload_conf()');
  return [primary, standby];
}

async function readState(address: string): Promise<string> {
  const read = async () => {
    const answer = await fetch(`${address}/readyz`);
    return `${answer.status} ${((await answer.json()) as { status: string }).status}`;
  };
  return waitWithin(limits.answer, 'the response to /readyz', read());
}

/**
 * Demotes the primary to read-only, kills it, points the address of the database at the read-only standby, and promotes
 * the standby, while pages are read and forms are sent.
 */
export async function failOver(dataDir: string): Promise<TrialResult> {
  const postgres = openDebianPostgres();
  const folder = join(dataDir, 'databases');
  await mkdir(folder, { recursive: true });
  postgres.makeWritable(folder);
  const [primary, standby] = await startPair(postgres, folder);
  const proxy = await startSlowProxy({ host: '127.0.0.1', port: primary.port });
  const env = { TRUST_PROXY: '1', DATABASE_URL: `postgres://tester@127.0.0.1:${proxy.port}/postgres` };
  const starting = startSiteProcess({ dataDir: join(dataDir, 'site'), env });
  const site = await waitWithin(limits.start, 'the start of the site', starting);
  // A server caches nothing until it has subscribed to changes.
  await sleep(2_000);
  for (const path of pages) await waitWithin(limits.answer, `the response to ${path}`, fetch(site.address + path));
  const forms = startFormStream([site.address], formsPerSecond);
  const reads = startPageStream([site.address], pages);
  await sleep(3_000);

  await primary.execute('alter system set default_transaction_read_only = on');
  await primary.execute('select pg_reload_conf()');
  await sleep(readOnlyTime);
  const demoted = await readState(site.address);
  const before = forms.acknowledged.length;

  primary.stop('immediate');
  proxy.target = { host: '127.0.0.1', port: standby.port };
  proxy.disconnect();
  await sleep(readOnlyTime);
  const recovering = await readState(site.address);
  const during = forms.acknowledged.length - before;

  await standby.execute('select pg_promote()');
  const promoted = performance.now();
  await pollWithin(limits.recovery, 'a ready site after the promotion', async () => {
    return (await readState(site.address)) === '200 ready';
  });
  const healed = performance.now() - promoted;
  await sleep(5_000);
  await waitWithin(limits.forms, 'the responses to forms', forms.stop());
  await waitWithin(limits.pages, 'the pages in progress', reads.stop());

  const connection = connectDatabase({ connectionString: env.DATABASE_URL });
  const lost = await countLost(connection.db, forms.acknowledged);
  await connection.close();
  const code = await waitWithin(limits.end, 'the end of the site', site.stop());
  await proxy.close();
  standby.stop('fast');
  return {
    figures: [
      `database             read-only for ${readOnlyTime / 1_000} s, killed, its standby read-only for ${readOnlyTime / 1_000} s, then promoted`,
      `/readyz              ${demoted}, then ${recovering}, ready ${healed.toFixed(0)} ms after the promotion`,
      `pages                ${reads.answered} answered, ${reads.failed} not, slowest ${reads.slowest.toFixed(0)} ms`,
      `acknowledged         ${forms.acknowledged.length}, ${during} by the standby, lost ${lost}, refused ${forms.refused.length}`,
    ],
    breaches: [
      ...(demoted === '200 reads only' ? [] : [`/readyz answered "${demoted}" while the primary was read-only`]),
      ...(recovering === '200 reads only' ? [] : [`/readyz answered "${recovering}" while the standby was read-only`]),
      ...(during > 0 ? [`${during} forms were acknowledged by a read-only standby`] : []),
      ...(forms.acknowledged.length > before ? [] : ['no form was stored after the promotion']),
      ...findPageBreaches(reads, maxFailedShare),
      ...findFormBreaches(forms, lost),
      ...(code === 0 ? [] : [`the server ended with ${code}`]),
    ],
  };
}

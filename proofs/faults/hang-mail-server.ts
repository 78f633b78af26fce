import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getOutboxState } from '../../api/messages/outbox/mail-state.ts';
import { openDatabase } from '../../server/database/database.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { countLost, findFormBreaches, startFormStream } from './forms.ts';
import { findPageBreaches, startPageStream } from './read-pages.ts';
import type { TrialResult } from './trial-result.ts';

const seconds = 30;
const formsPerSecond = 5;
/** Milliseconds within which the mails must arrive when the mail server answers again. */
const patience = 120_000;

/** Lets the mail server accept connections but send nothing, while forms arrive. All mails must be sent afterwards. */
export async function hangMailServer(dataDir: string): Promise<TrialResult> {
  const mails = await startMailServer();
  await mails.goDown();
  const hanging = createServer((socket) => socket.on('error', () => undefined));
  hanging.listen(Number(new URL(mails.url).port), '127.0.0.1');
  await once(hanging, 'listening');
  const connections = { count: 0 };
  hanging.on('connection', (socket) => {
    connections.count += 1;
    socket.once('end', () => socket.destroy());
  });
  const site = await startSiteProcess({ dataDir, env: { TRUST_PROXY: '1', SMTP_URL: mails.url } });
  const forms = startFormStream([site.address], formsPerSecond);
  const reads = startPageStream([site.address], ['/', '/blogs']);
  await sleep(seconds * 1_000);
  await forms.stop();
  await reads.stop();
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  const during = await getOutboxState(database);
  hanging.close();
  const started = performance.now();
  await mails.comeBack();
  let after = during;
  while (after.waiting > 0 && performance.now() - started < patience) {
    await sleep(500);
    after = await getOutboxState(database);
  }
  const healed = (performance.now() - started) / 1_000;
  const lost = await countLost(database.db, forms.acknowledged);
  await database.close();
  await site.stop();
  await mails.close();
  return {
    figures: [
      `mail server silent   ${seconds} s, ${connections.count} connections, under ${formsPerSecond} forms a second`,
      `acknowledged         ${forms.acknowledged.length}, lost ${lost}, refused ${forms.refused.length}`,
      `pages meanwhile      ${reads.answered} answered, ${reads.failed} not, slowest ${reads.slowest.toFixed(0)} ms`,
      `mails                ${during.waiting} waited; sent ${healed.toFixed(0)} s after the server answered, ${after.dead} given up`,
    ],
    breaches: [
      ...(during.waiting > 0 ? [] : ['no mail waited: the server was not silent']),
      ...(after.waiting > 0 ? [`${after.waiting} mails still wait`] : []),
      ...(after.dead > 0 ? [`${after.dead} mails were given up`] : []),
      ...findPageBreaches(reads),
      ...findFormBreaches(forms, lost),
    ],
  };
}

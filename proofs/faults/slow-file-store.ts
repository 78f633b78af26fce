import { setTimeout as sleep } from 'node:timers/promises';
import { startSiteProcess } from '../../testing/running-site.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { countLostIn, findFormBreaches, startFormStream } from './forms.ts';
import { startSlowProxy } from './slow-proxy.ts';
import type { TrialResult } from './trial-result.ts';
import { uploadFile } from './upload-file.ts';

const delay = 1_000;
/** Milliseconds within which an upload must be refused while the store says nothing: two attempts of 15 s. */
const patience = 35_000;

/** Slows down the S3 store of visitors' files, then silences it. Forms must go on, and uploads must get an answer. */
export async function slowFileStore(dataDir: string): Promise<TrialResult> {
  const s3 = await startS3Server();
  const proxy = await startSlowProxy({
    host: '127.0.0.1',
    port: Number(new URL(s3.env.FILES_S3_ENDPOINT ?? '').port),
  });
  const env = { TRUST_PROXY: '1', ...s3.env, FILES_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` };
  const site = await startSiteProcess({ dataDir, env });
  const forms = startFormStream([site.address], 10);
  const fast = await uploadFile(site.address);
  proxy.delay = delay;
  const slow = await uploadFile(site.address);
  proxy.delay = Number.POSITIVE_INFINITY;
  const silent = await Promise.all([uploadFile(site.address), uploadFile(site.address)]);
  proxy.delay = 0;
  await sleep(1_000);
  const healed = await uploadFile(site.address);
  await forms.stop();
  const lost = await countLostIn(dataDir, forms.acknowledged);
  const isDead = site.process.exitCode !== null;
  await site.stop();
  await proxy.close();
  await s3.close();
  const repeated = forms.acknowledged.filter(({ tries }) => tries > 1).length;
  const slowest = Math.max(...silent.map(({ took }) => took));
  const show = ({ status, took }: typeof fast) => `${status} after ${took.toFixed(0)} ms`;
  return {
    figures: [
      `upload               ${show(fast)}; with ${delay} ms on every packet ${show(slow)}`,
      `store silent         ${silent.map(show).join(', ')}; afterwards ${show(healed)}`,
      `acknowledged         ${forms.acknowledged.length}, ${repeated} sent again, lost ${lost}`,
    ],
    breaches: [
      ...([fast, slow, healed].every(({ status }) => status < 300) ? [] : ['an upload failed']),
      ...(silent.every(({ status }) => status === 503) ? [] : ['an upload to the silent store was not refused']),
      ...(slowest > patience ? [`an upload waited for ${(slowest / 1_000).toFixed(0)} s`] : []),
      ...(repeated > 0 ? [`${repeated} forms were not accepted at once`] : []),
      ...(isDead ? ['the server died'] : []),
      ...findFormBreaches(forms, lost),
    ],
  };
}

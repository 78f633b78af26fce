import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPreparedSite } from '../../testing/prepared-site.ts';
import { watchProcess } from '../../testing/process-usage.ts';
import type { SiteProcess } from '../../testing/running-site.ts';
import { createMultipart, createPdf } from '../../testing/sample-files.ts';

let site: SiteProcess;
beforeAll(async () => {
  // Behind a proxy, so that each sender can have a network of its own.
  site = await startPreparedSite({ env: { TRUST_PROXY: '1' }, isSmallMachine: true });
});
afterAll(() => site?.stop(), 90_000);

const file = createPdf('plan.pdf', 10 * 1024 * 1024);
const upload = createMultipart([file]);

/** Sends a multipart body from a network of its own. Returns the status. */
async function send(path: string, { headers, payload }: typeof upload, sender: number): Promise<number> {
  const answer = await fetch(site.address + path, {
    method: 'POST',
    headers: { ...headers, accept: 'text/html', 'x-forwarded-for': `198.51.100.${sender}` },
    body: new Uint8Array(payload),
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}

function sendForm(sender: number): Promise<number> {
  const fields = { name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID() };
  return send('/contact-us', createMultipart([file, file], fields), sender);
}

it('24 uploads and 12 forms with the largest files are stored concurrently in less than 400 MB', async () => {
  const statuses: number[] = [];
  const usage = await watchProcess(site.process.pid ?? 0, `${site.address}/what-we-do`, async () => {
    const uploads = Array.from({ length: 24 }, (_, index) => send('/api/file/upload', upload, index));
    const forms = Array.from({ length: 12 }, (_, index) => sendForm(100 + index));
    statuses.push(...(await Promise.all([...uploads, ...forms])));
  });
  expect(statuses).toEqual([...Array(24).fill(200), ...Array(12).fill(303)]);
  expect(usage.memory).toBeLessThan(400);
});

import { paths } from '../../contract/http/paths.table.ts';
import { createMultipart, createPdf } from '../../testing/sample-files.ts';

let uploads = 0;

/** Uploads one file from a network of its own. Returns the status, and the milliseconds until the response. */
export async function uploadFile(address: string): Promise<{ status: number; took: number }> {
  uploads += 1;
  const { payload, headers } = createMultipart([createPdf()]);
  const started = performance.now();
  const answer = await fetch(address + paths.uploadFiles, {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': `10.120.${uploads >> 8}.${uploads & 255}` },
    body: new Uint8Array(payload),
  }).catch(() => null);
  await answer?.text();
  return { status: answer?.status ?? 0, took: performance.now() - started };
}

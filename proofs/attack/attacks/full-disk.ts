import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createPdf } from '../../../testing/sample-files.ts';
import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { createContactPost, createMultipartPost } from '../forms.ts';
import { getAttackerAddress, visitorAddress } from '../networks.ts';

const mebibyte = 1024 * 1024;
/** Mebibytes of files without a form that one network may store. */
const perNetwork = 200;

function measureFolder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Uploads files that no form uses, from one network. */
export const fullDisk: Attack = {
  name: 'full-disk',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const files = Array.from({ length: 5 }, (_, index) => createPdf(`plan-${index}.pdf`, 9.5 * mebibyte));
    await attackConcurrently(Array.from({ length: isShort ? 5 : 12 }).keys(), 2, async () => {
      const { status } = await attempts.send(
        createMultipartPost('/api/file/upload', files),
        getAttackerAddress(9_000),
        60_000,
      );
      attempts.expect(status < 500 || status === 503, `An upload answers ${status}.`);
    });
    const stored = Math.round(measureFolder(join(target.dataDir, 'files')) / mebibyte);
    attempts.notes.push(`${stored} MiB stored by one network`);
    attempts.expect(stored <= perNetwork, `One network left ${stored} MiB of files.`);
    const { status } = await attempts.send(createContactPost(), visitorAddress);
    attempts.expect(status === 200, `A form of another visitor answers ${status}.`);
    return attempts;
  },
};

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importContent } from '../../api/content/import-export/import.ts';
import type { Context } from '../../api/context.ts';
import { makeSlug } from '../../api/make-slug.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { projectFolder } from '../../server/folders.ts';
import { hardConstructs } from './hard-constructs.ts';

/** Writes and publishes a page for each hard construct in the Studio, which keeps every byte of a text. */
export async function publishHardConstructs(studio: StudioClient): Promise<void> {
  for (const [name, body] of Object.entries(hardConstructs)) {
    const { id } = await studio.call('createEntry', { type: 'PAGE', title: `Hard ${name}` });
    const { version, content } = await studio.call('openEntry', { id });
    const written = { ...content, summary: 'A hard construct', body };
    const saved = await studio.call('saveDraft', { id, version, content: written });
    await studio.call('publishEntry', { id, version: saved.version });
  }
}

/** Imports the demo company with a file for each hard construct. Front matter has the line endings of the text. */
export async function importHardConstructs(ctx: Context): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'byte-stable-'));
  await cp(`${projectFolder}content`, folder, { recursive: true });
  for (const [name, body] of Object.entries(hardConstructs)) {
    const ending = body.includes('\r\n') ? '\r\n' : '\n';
    const head = [
      '---',
      `title: Hard file ${name}`,
      'summary: A hard construct',
      'published: 2026-01-01T00:00:00Z',
      '---',
      '',
      '',
    ];
    await writeFile(
      join(folder, 'pages', `${await makeSlug(`hard file ${name}`, 'page')}.md`),
      head.join(ending) + body,
    );
  }
  await importContent(ctx, folder);
  await rm(folder, { recursive: true, force: true });
}

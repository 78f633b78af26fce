import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpSite } from '../../testing/test-site.ts';
import { buildFolder } from '../folders.ts';

const site = await setUpSite();

it('does not serve the page of parts in production, or any of its code', async () => {
  const answer = await fetch(`${site.address}/_parts`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('There is nothing at this address');
  const built = await readdir(buildFolder, { recursive: true });
  const manifests = ['client/manifest.json', 'client/studio-manifest.json'];
  const current = (await Promise.all(manifests.map((name) => readFile(join(buildFolder, name), 'utf8')))).join();
  const code = built.filter(
    (name) =>
      /\.(?:js|css)$/.test(name) && (/^(?:pages|server)\//.test(name) || current.includes(name.replace('client/', ''))),
  );
  expect(code.length).toBeGreaterThan(10);
  for (const name of code) {
    const text = await readFile(join(buildFolder, name), 'utf8');
    expect(text, name).not.toContain('Tokens and parts');
  }
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { openTestSite, type TestSite } from '../../testing/site-app.ts';
import { buildFolder } from '../folders.ts';

let database: TestDatabase;
let site: TestSite;
beforeAll(async () => {
  database = await openTestDatabase();
  site = await openTestSite(database);
}, 180_000);
afterAll(async () => {
  await site?.close();
  await database?.close();
});

const title = 'Tokens and parts';

it('has no page of its parts in production, nor anything of its code', async () => {
  const answer = await fetch(`${site.address}/_parts`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('There is nothing at this address');
  const built = await readdir(buildFolder, { recursive: true });
  const current = await readFile(join(buildFolder, 'client/manifest.json'), 'utf8');
  const code = built.filter(
    (name) =>
      /\.(?:js|css)$/.test(name) && (/^(?:pages|server)\//.test(name) || current.includes(name.replace('client/', ''))),
  );
  expect(code.length).toBeGreaterThan(10);
  for (const name of code) expect(await readFile(join(buildFolder, name), 'utf8'), name).not.toContain(title);
});

it('shows every token and part while developing', { timeout: 120_000 }, async () => {
  const developed = await startSiteProcess({ isDevelopment: true });
  try {
    const answer = await fetch(`${developed.address}/_parts`);
    const html = await answer.text();
    expect(answer.status, html).toBe(200);
    for (const text of [title, '--annotation-wash', 'too low', 'Fields and their states', 'Still loading'])
      expect(html.includes(text), text).toBe(text !== 'too low');
  } finally {
    await developed.stop();
  }
});

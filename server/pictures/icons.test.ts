import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { publishSettingFields } from '../../api/content/settings.ts';
import { media } from '../../api/db/editorial-tables.ts';
import { makeEntry } from '../../testing/makers.ts';
import { setUpSite } from '../../testing/test-site.ts';

const red = '<rect width="40" height="40" fill="#ff0000"/>';
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">${red}</svg>`;

async function put(name: string, contentType: string, bytes: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await site.database.db.insert(media).values({ name, contentType, bytes, sha256, width: 40, height: 40, alt: '' });
}

const site = await setUpSite();
await makeEntry({ db: site.database.db }, 'PAGE', { slug: 'home' });
await put('row.svg', 'image/svg+xml', Buffer.from(drawing));
const blue = sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000ff' } });
await put('row.png', 'image/png', await blue.png().toBuffer());

const get = (path: string) => fetch(site.address + path, { redirect: 'manual' });

async function readColour(path: string, part = 0): Promise<number[]> {
  const bytes = Buffer.from(await (await get(path)).arrayBuffer()).subarray(part);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [info.width, ...data.subarray(middle, middle + 3)];
}

it('the icon and the logo of the company replace the drawn mark', async () => {
  const before = await (await get('/')).text();
  expect(before).toContain('<link rel="icon" href="data:image/svg+xml,');
  expect(before).not.toContain('<img src="/media/row.svg"');
  await publishSettingFields(site.database, 'company', { icon: 'row.svg', logo: 'row.svg' });
  await vi.waitFor(async () => {
    const page = await (await get('/')).text();
    expect(page).toContain('<link rel="icon" href="/media/row.svg" type="image/svg+xml">');
    expect(page).toMatch(/<img src="\/media\/row\.svg" width="40" height="40" alt=""/);
    expect(page).toContain(`"logo":"${site.address}/media/row.svg"`);
  });
  expect(await (await get('/icon.svg')).text()).toContain(red);
  expect(await readColour('/apple-touch-icon.png')).toEqual([180, 255, 0, 0]);
  expect(await readColour('/icon-512.png')).toEqual([512, 255, 0, 0]);
  expect(await readColour('/favicon.ico', 22)).toEqual([32, 255, 0, 0]);
});

it('an icon can be a PNG, of which the manifest names only PNGs', async () => {
  await publishSettingFields(site.database, 'company', { icon: 'row.png' });
  await vi.waitFor(async () =>
    expect(await (await get('/')).text()).toContain('<link rel="icon" href="/media/row.png" type="image/png">'),
  );
  expect(await readColour('/icon-192.png')).toEqual([192, 0, 0, 255]);
  expect((await get('/icon.svg')).headers.get('location')).toBe('/icon-512.png');
  const { icons } = await (await get('/site.webmanifest')).json();
  expect(icons.map(({ src }: { src: string }) => src)).toEqual(['/icon-192.png', '/icon-512.png']);
});

it('the picture for sharing stands in the picture of pages that have none', async () => {
  const read = async () => Buffer.from(await (await get('/social-image.png')).arrayBuffer());
  const before = await read();
  await publishSettingFields(site.database, 'company', { sharingPicture: 'row.png' });
  await vi.waitFor(async () => expect((await read()).equals(before)).toBe(false), { timeout: 5_000 });
});

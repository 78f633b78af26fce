import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDrawing } from '../../site/drawings/drawing.ts';
import { createPicture } from '../../site/drawings/picture.ts';
import { drawPlate } from '../../site/drawings/plate.ts';
import { createSocialImage } from '../../site/drawings/social-image.ts';
import { drawLabel } from '../../site/drawings/svg.ts';
import { getTestLook } from '../../testing/looks.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { drawPicture } from './draw.ts';
import { canDraw, installFonts } from './fonts.ts';
import { createFavicon, createIconPicture } from './icons.ts';

const folder = await setUpDataFolder('fonts-');

const look = getTestLook();
const fontPackages = look.pictureFonts.packages;
const plate = drawPlate('BLOG', 'made-for-a-test', 'traces');
const drawSocialImage = (title: string) =>
  drawPicture(createSocialImage({ label: 'Blog', title, siteName: 'WSE' }, plate, true, look));

const titles = [
  ...[
    'Łódź žluťoučký Ħaż-Żabbar',
    'Tiếng Việt đẹp ở Huế',
    'Ελληνικά: καλημέρα',
    'Привіт, Ґанку ѣ',
    'Հայերեն',
    'ქართული',
  ],
  ...[
    'שָׁלוֹם עולם (2026)',
    'مرحبا بالعالم ٢٠٢٦',
    'اردو ہے ڑ',
    'हिन्दी क्षत्रिय श्री',
    'বাংলা ক্ষেত্র',
    'ਪੰਜਾਬੀ',
    'ગુજરાતી',
    'தமிழ் கொடி',
  ],
  ...['తెలుగు స్త్రీ', 'ಕನ್ನಡ', 'മലയാളം', 'සිංහල ශ්‍රී', 'ภาษาไทย น้ำ', 'ລາວ ນ້ຳ', 'မြန်မာ ကျွန်ုပ်', 'ភាសាខ្មែរ ស្ត្រី', 'አማርኛ'],
  ...[
    '日本語の東京タワー',
    '中文标题测试',
    '臺灣繁體',
    '한국어 제목',
    'Ｆｕｌｌ ｗｉｄｔｈ',
    '🚀 👩‍💻 🇫🇷 ❤️ ✨',
    '→ ≠ ∑ ½ ₿',
  ],
];

test('there is a glyph for every character of titles in more than 20 scripts, and none for an unknown script', async () => {
  const missing = await installFonts(`${titles.join(' ')} ⵜⵉ`, folder, fontPackages);
  expect(titles.filter((title) => !canDraw(title, missing))).toEqual([]);
  expect([...missing].map((code) => String.fromCodePoint(code))).toEqual(['ⵜ', 'ⵉ']);
});

test('a text loads only the fonts that it needs, and no more than the limit', async () => {
  const own = await mkdtemp(join(folder, 'own-'));
  expect(await installFonts('A title', own, fontPackages)).toEqual(new Set());
  expect((await readdir(own)).filter((name) => name.endsWith('.ttf'))).toHaveLength(2);
  const full = await mkdtemp(join(folder, 'full-'));
  expect([...(await installFonts('日本語 東京', full, fontPackages, 2))]).not.toEqual([]);
  expect((await readdir(full)).filter((name) => name.endsWith('.ttf')).length).toBeLessThanOrEqual(2);
});

test('a social image is 1200 by 630, under 300 kB, and the same each time', async () => {
  const title =
    'A title of the greatest length that is allowed, which is one hundred and twenty characters and so takes four lines';
  const [png, again] = await Promise.all([drawSocialImage(title), drawSocialImage(title)]);
  expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
  expect(png.length).toBeLessThan(300_000);
  expect(png.equals(again)).toBe(true);
});

test('words in a script without a font are left out, in a social image and in a chart', async () => {
  const blank = await drawSocialImage('');
  expect(blank.equals(await drawSocialImage('Tifinagh ⵜⵉⴼ'))).toBe(true);
  const [unknown, known, none] = await Promise.all(
    [drawLabel(9, 30, 'ⵜⵉⴼ'), drawLabel(9, 30, 'مرحبا'), ''].map((label) =>
      drawPicture(createPicture(createDrawing('', 80, 40, '<path d="M0 1h9"/>', label), 160, look, 'dark')),
    ),
  );
  expect(none?.equals(unknown ?? Buffer.of())).toBe(true);
  expect(none?.equals(known ?? Buffer.of())).toBe(false);
  expect(await sharp(none).metadata()).toMatchObject({ width: 160, height: 80 });
});

test('a favicon is an icon container that points to a PNG of 32 pixels', async () => {
  const icon = createFavicon(await drawPicture(createIconPicture(32, look.palette)));
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(icon.readUInt32LE(14)).toBe(icon.length - 22);
  expect(await sharp(icon.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawFavicon, drawIconPng } from './icon-pixels.ts';
import { drawPlate } from './plate.ts';
import { drawPng } from './png.ts';
import { drawSocialImage } from './social-image.ts';

test('a social image is 1200 by 630, under 300 kB, and the same each time', async () => {
  const words = {
    label: 'Blog',
    title:
      'A title of the greatest length that is allowed, which is one hundred and twenty characters and so takes four lines',
    siteName: 'WSE',
  };
  const plate = drawPlate('BLOG', 'made-for-a-test', 'traces');
  const png = await drawSocialImage(words, plate, true);
  const { width, height, format } = await sharp(png).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
  expect(png.length).toBeLessThan(300_000);
  expect(png.equals(await drawSocialImage(words, plate, true))).toBe(true);
});

test('a favicon is an icon container that points to a PNG of 32 pixels', async () => {
  const icon = await drawFavicon();
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(icon.readUInt32LE(14)).toBe(icon.length - 22);
  expect(await sharp(icon.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
});

test('icons and drawings come in the size asked for', async () => {
  expect(await sharp(await drawIconPng(180)).metadata()).toMatchObject({ width: 180, height: 180 });
  expect(await sharp(await drawPng(drawPlate('APP', 'x', 'rack'), 1600, 'dark')).metadata()).toMatchObject({
    width: 1600,
    height: 840,
  });
});

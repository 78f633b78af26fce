import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import sharp, { type OverlayOptions } from 'sharp';
import type { Picture, TextBlock } from '../../site/drawings/picture.ts';
import { escapeText } from '../../site/drawings/svg.ts';
import { canDraw, installFonts } from './fonts.ts';

// The process that `drawPicture` starts: reads the description of a picture from standard input, and writes a PNG to
// standard output. Its argument is the folder for fonts.

const label = /<text [^>]*>([^<]*)<\/text>/g;

/**
 * Returns a text with single spaces, in the form for which fonts have most glyphs. Emoji are drawn in one colour, so
 * the modifiers of their skin are left out.
 */
const normalize = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Emoji_Modifier}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

const isRightToLeft = (words: string) =>
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(words);

/** Draws a block of words at the greatest size at which they fit. Words that fit at no size are cut at the bottom. */
async function drawBlock(block: TextBlock): Promise<OverlayOptions> {
  const { font, isBold, sizes, color, lineHeight = 1, left, top, width, height, align } = block;
  const markup = `<span foreground="${color}" line_height="${lineHeight}">${escapeText(block.words)}</span>`;
  for (const [index, size] of sizes.entries()) {
    const isLast = index === sizes.length - 1;
    const { data, info } = await sharp({
      text: {
        text: markup,
        font: `${font}, Noto Sans ${isBold ? 'Bold ' : ''}${size}`,
        width,
        rgba: true,
        // A word is broken only if it fits at no size.
        wrap: isLast ? 'word-char' : 'word',
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (!isLast && (info.width > width || info.height > height)) continue;
    const [shownWidth, shownHeight] = [Math.min(info.width, width), Math.min(info.height, height)];
    const input = await sharp(data, { raw: info })
      .extract({ left: 0, top: 0, width: shownWidth, height: shownHeight })
      .png()
      .toBuffer();
    const room = height - shownHeight;
    return {
      input,
      left: isRightToLeft(block.words) ? left + width - shownWidth : left,
      top: top + { top: 0, middle: Math.round(room / 2), bottom: room }[align],
    };
  }
  throw new Error('A block of words has no size.');
}

async function draw(picture: Picture, folder: string): Promise<Buffer> {
  const svg = normalize(picture.svg);
  const blocks = picture.blocks.map((block) => ({ ...block, words: normalize(block.words) }));
  const labels = [...svg.matchAll(label)].map(([, words = '']) => words);
  const missing = await installFonts(
    [...labels, ...blocks.map(({ words }) => words)].join(' '),
    folder,
    picture.fontPackages,
  );
  // Words with a character that no font has are left out, because they would show a box.
  const drawable = svg.replaceAll(label, (element, words: string) => (canDraw(words, missing) ? element : ''));
  const overlays: OverlayOptions[] = [];
  for (const block of blocks) if (block.words && canDraw(block.words, missing)) overlays.push(await drawBlock(block));
  const drawn = sharp(Buffer.from(drawable), { density: Math.min(2400, (72 * picture.width) / picture.drawnWidth) })
    .resize({ width: picture.width })
    .composite(overlays);
  return (picture.background ? drawn.flatten({ background: picture.background }) : drawn)
    .png({ palette: true, colours: picture.colors, effort: 4 })
    .toBuffer();
}

// Lower priority than rendering pages.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
const png = await draw(JSON.parse(await text(process.stdin)), process.argv[2] ?? '');
await new Promise<void>((resolve) => process.stdout.write(png, () => resolve()));

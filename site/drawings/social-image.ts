import type { Drawing } from './drawing.ts';
import { flattenColors } from './flatten.ts';
import { convertTextToOutlines, createBox, removeSvgRoot, renderBoxesToSvg } from './outline.ts';
import { formatCoordinate, tone } from './svg.ts';

const [width, height, panel] = [1200, 630, 640];

/** The part of the image beside the panel, in pixels. */
export const socialPictureSize = { width: width - panel, height };

export interface SocialWords {
  /** Name of the kind of page, such as `Article`. */
  label: string;
  title: string;
  siteName: string;
}

const sizes = [76, 70, 64, 58, 53, 48, 44, 40, 36, 32] as const;
const measure = panel - 110;

/** A letter of a script that has no spaces, and letters as wide as they are high. */
const wideLetter = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f])/gu;

/** Estimates the lines of a title at a font size. A Latin letter of the bold font is almost half an em wide. */
function countLines(title: string, size: number): number {
  const limit = measure / (size * (/(?!\p{Script=Latin})\p{L}/u.test(title) ? 0.62 : 0.47));
  let [lines, used] = [1, 0];
  // A wide letter counts as a word of one letter with the space before it.
  for (const word of title.replace(wideLetter, ' $1 ').trim().split(/\s+/)) {
    if (word.length > limit) return Number.POSITIVE_INFINITY;
    if (used > 0 && used + 1 + word.length > limit) [lines, used] = [lines + 1, 0];
    used += (used > 0 ? 1 : 0) + word.length;
  }
  return lines;
}

/** Returns the greatest font size at which a title fits in four lines. */
function findTitleSize(title: string): number {
  return sizes.find((size) => countLines(title, size) <= 4) ?? 30;
}

/** Draws the text of the panel as outlines. */
async function drawWords(words: SocialWords): Promise<string> {
  const size = findTitleSize(words.title);
  const content = createBox(
    {
      position: 'absolute',
      left: 64,
      top: 62,
      width: measure,
      height: height - 124,
      flexDirection: 'column',
      justifyContent: 'space-between',
    },
    [
      createBox(
        {
          fontFamily: 'Martian Mono',
          fontSize: 21,
          color: flattenColors(tone.accent),
          textTransform: 'uppercase',
          letterSpacing: 1,
        },
        words.label,
      ),
      createBox(
        {
          fontFamily: 'Familjen Grotesk',
          fontWeight: 700,
          fontSize: size,
          lineHeight: 1.08,
          color: flattenColors(tone.ink),
          display: 'block',
          lineClamp: 4,
        },
        words.title,
      ),
      createBox({ fontFamily: 'Martian Mono', fontSize: 21, color: flattenColors(tone.ink) }, words.siteName),
    ],
  );
  const panelBackground = createBox({
    position: 'absolute',
    left: 0,
    top: 0,
    width: panel,
    height,
    backgroundColor: flattenColors(tone.ground),
  });
  const edge = createBox({
    position: 'absolute',
    left: panel - 2,
    top: 0,
    width: 2,
    height,
    backgroundColor: flattenColors(tone.ink),
  });
  const rule = createBox({
    position: 'absolute',
    left: 64,
    top: 104,
    width: 96,
    height: 5,
    backgroundColor: flattenColors(tone.accent),
  });
  return renderBoxesToSvg(createBox({ width, height, position: 'relative' }, [panelBackground, edge, rule, content]), {
    width,
    height,
  });
}

/**
 * Returns the transform that places a drawing at the right of the panel. If a drawing is higher than the image, its
 * upper part is visible.
 */
function placeDrawing(drawing: Drawing, isPlate: boolean): string {
  // The plate's left edge is under the panel, and the image crops its right half.
  if (isPlate) return 'translate(616 0) scale(1.5)';
  const room = width - panel;
  if (drawing.width === room && drawing.height === height) return `translate(${panel} 0)`;
  const scale = Math.min((room - 56) / drawing.width, Math.max(1, (height - 64) / drawing.height));
  const x = panel + (room - drawing.width * scale) / 2;
  return `translate(${formatCoordinate(x)} ${formatCoordinate(Math.max(32, (height - drawing.height * scale) / 2))}) scale(${scale.toFixed(3)})`;
}

/**
 * Draws the social image of a page: a PNG of 1200 × 630 pixels with the text at the left and a drawing at the right. A
 * plate is cropped at the right; any other drawing is visible in its whole width. Letters are drawn as outlines, so the
 * image does not depend on the fonts of the machine.
 */
export async function drawSocialImage(words: SocialWords, drawing: Drawing, isPlate: boolean): Promise<Buffer> {
  const [{ default: sharp }, outlined, lettering] = await Promise.all([
    import('sharp'),
    convertTextToOutlines(drawing),
    drawWords(words),
  ]);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<g transform="${placeDrawing(drawing, isPlate)}">${removeSvgRoot(outlined)}</g>${removeSvgRoot(lettering)}</svg>`;
  return sharp(Buffer.from(svg))
    .flatten({ background: flattenColors(tone.ground) })
    .png({ palette: true, colours: drawing.marks.includes('<image ') ? 256 : 96, effort: 4 })
    .toBuffer();
}

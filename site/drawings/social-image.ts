import type { PictureFonts, RenderedLook } from '../look.ts';
import { createSvgDocument, type Drawing } from './drawing.ts';
import { flattenProperties } from './flatten.ts';
import type { Picture, TextBlock } from './picture.ts';
import { drawRect, formatCoordinate, tone } from './svg.ts';

const [width, height, panel] = [1200, 630, 640];

/** The part of the image beside the panel, in pixels. */
export const socialPictureSize = { width: width - panel, height };

export interface SocialWords {
  /** Name of the kind of page, such as `Article`. */
  label: string;
  title: string;
  siteName: string;
}

const titleSizes = [76, 70, 64, 58, 53, 48, 44, 40, 36, 32, 30] as const;
const measure = panel - 110;

/** Returns the blocks of the panel. A title may have the height of four lines of its greatest size. */
function createBlocks({ label, title, siteName }: SocialWords, fonts: PictureFonts): TextBlock[] {
  const place = { left: 64, width: measure };
  const small = { ...place, font: fonts.label, sizes: [21, 16] };
  return [
    { ...small, words: label.toUpperCase(), color: tone.accent, top: 66, height: 26, align: 'top' },
    {
      ...place,
      words: title,
      font: fonts.heading,
      isBold: true,
      sizes: titleSizes,
      color: tone.ink,
      lineHeight: 0.82,
      top: 140,
      height: 340,
      align: 'middle',
    },
    { ...small, words: siteName, color: tone.ink, top: 506, height: 62, align: 'bottom' },
  ];
}

/** Draws the panel, its edge and the rule below the label. */
function drawPanel(): string {
  const fill = (color: string) => ({ fill: color });
  return (
    drawRect(0, 0, panel, height, fill(tone.ground)) +
    drawRect(panel - 2, 0, 2, height, fill(tone.ink)) +
    drawRect(64, 104, 96, 5, fill(tone.accent))
  );
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
 * Describes the social image of a page: 1200 × 630 pixels with the text at the left and a drawing at the right. A plate
 * is cropped at the right; any other drawing is visible in its whole width.
 */
export function createSocialImage(words: SocialWords, drawing: Drawing, isPlate: boolean, look: RenderedLook): Picture {
  const marks = createSvgDocument(drawing).replace(/^<svg[^>]*>|<\/svg>$/g, '');
  return {
    svg: flattenProperties(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
        `<g transform="${placeDrawing(drawing, isPlate)}">${marks}</g>${drawPanel()}</svg>`,
      look,
    ),
    drawnWidth: width,
    width,
    blocks: createBlocks(words, look.pictureFonts).map((block) => ({
      ...block,
      color: flattenProperties(block.color, look),
    })),
    fontPackages: look.pictureFonts.packages,
    colors: drawing.marks.includes('<image ') ? 256 : 96,
    background: look.palette.light.ground,
  };
}

import { getMedia, getMediaBytes } from '../../api/content/media/library.ts';
import { convertPicture } from '../../api/content/pictures/convert.ts';
import type { Context } from '../../api/context.ts';
import type { EntryDetail } from '../../contract/content/entry-shapes.ts';
import { coverSize, getNarrowName, hasVariants } from '../../contract/content/picture-variants.ts';
import { drawChartCover, drawNarrowChart } from '../../site/drawings/chart.ts';
import { choosePlateFamily } from '../../site/drawings/choose-plate-family.ts';
import { createDrawing, type Drawing } from '../../site/drawings/drawing.ts';
import { drawPlate } from '../../site/drawings/plate.ts';
import { replaceLabelsWithLines } from '../../site/drawings/replace-labels.ts';
import { drawNarrowSchematic } from '../../site/drawings/schematic.ts';
import { drawSchematicCover } from '../../site/drawings/schematic-cover.ts';
import { socialPictureSize } from '../../site/drawings/social-image.ts';
import { createGroup, drawRect, tone } from '../../site/drawings/svg.ts';
import { readFigure } from './read-figure.ts';

/** The drawing that represents an entry in its social image. */
export interface Subject {
  /** Identifies the drawing: equal keys draw the same. */
  key: string;
  /** Whether the drawing may be cut at the right: a plate's meaning is not in its text. */
  isPlate: boolean;
  draw(): Promise<Drawing>;
}

/** Returns the name of the picture that is an entry's cover, the first figure of its text; undefined without one. */
const findFigureName = ({ cover }: EntryDetail) => /^\/media\/([^/]+)/.exec(cover ?? '')?.[1];

/** Returns the drawing of a picture of the library; null without one, or if it cannot be drawn. */
export async function findPicture(ctx: Context, name: string | undefined): Promise<Subject | null> {
  if (!name) return null;
  // The narrow drawing has larger letters. A picture that was removed a moment ago must not hide the image.
  const narrow = await getMedia(ctx, getNarrowName(name) ?? '').catch(() => null);
  const picture = narrow ?? (await getMedia(ctx, name).catch(() => null));
  if (!picture) return null;
  const { sha256, focusX, focusY } = picture;
  if (hasVariants(name)) {
    const { width, height } = socialPictureSize;
    const crop = { ratio: width / height, focusX, focusY };
    const draw = async () => {
      const { bytes } = await convertPicture(await getMediaBytes(ctx, sha256), { to: 'image/jpeg', width, crop });
      const href = `data:image/jpeg;base64,${bytes.toString('base64')}`;
      return createDrawing('', width, height, `<image href="${href}" width="${width}" height="${height}"/>`);
    };
    return { key: JSON.stringify([sha256, focusX, focusY]), isPlate: false, draw };
  }
  const drawing = readFigure((await getMediaBytes(ctx, sha256)).toString('utf8'));
  return drawing && { key: sha256, isPlate: false, draw: async () => drawing };
}

/**
 * Returns the drawing that represents an entry in its social image, as on its cover: its schematic, first chart or
 * first figure, else its plate.
 */
export async function findSubject(ctx: Context, entry: EntryDetail): Promise<Subject> {
  const { fields, type, slug } = entry;
  if ('schematic' in fields) {
    const { schematic } = fields;
    return { key: JSON.stringify(schematic), isPlate: false, draw: async () => drawNarrowSchematic(schematic) };
  }
  const sheet = 'sheets' in fields ? fields.sheets[0] : undefined;
  if (sheet) return { key: JSON.stringify(sheet), isPlate: false, draw: async () => drawNarrowChart(sheet) };
  const family = choosePlateFamily(entry);
  return (
    (await findPicture(ctx, findFigureName(entry))) ?? {
      key: JSON.stringify([type, slug, family]),
      isPlate: true,
      draw: async () => drawPlate(type, slug, family),
    }
  );
}

const { width, height } = coverSize;

/** Returns a drawing of the shape of a cover that shows the whole of another drawing. */
export function fitIntoCover(drawing: Drawing): Drawing {
  if (drawing.width === width && drawing.height === height) return drawing;
  const scale = Math.min(width / drawing.width, height / drawing.height);
  const [x, y] = [(width - drawing.width * scale) / 2, (height - drawing.height * scale) / 2];
  return createDrawing(
    drawing.title,
    width,
    height,
    drawRect(0, 0, width, height, { fill: tone.ground, stroke: 'none' }),
    createGroup({ transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})` }, drawing.marks),
  );
}

/** Draws the cover of an entry, without lettering; null for a picture of the text that cannot be read as a drawing. */
export async function drawCover(ctx: Context, entry: EntryDetail): Promise<Drawing | null> {
  const { fields, type, slug } = entry;
  if ('schematic' in fields) return drawSchematicCover(fields.schematic);
  const sheet = 'sheets' in fields ? fields.sheets[0] : undefined;
  if (sheet) return drawChartCover(sheet);
  const name = findFigureName(entry);
  if (!name) return replaceLabelsWithLines(drawPlate(type, slug, choosePlateFamily(entry)));
  if (hasVariants(name)) return null;
  const { sha256 } = await getMedia(ctx, name);
  const figure = readFigure((await getMediaBytes(ctx, sha256)).toString('utf8'));
  return figure && fitIntoCover(replaceLabelsWithLines(figure));
}

/** Additional formats of a raster picture, the smallest first. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Widths in pixels: of a phone at one and two device pixels, and of the widest text (52 rem) at one and two. */
const widths = [480, 832, 1200, 1664];
const widest = Math.max(...widths);

/** Returns whether a picture has variants: raster, by its name. Those of an animated picture show its first frame. */
export function hasVariants(name: string): boolean {
  return /\.(?:png|jpe?g|webp|avif|gif)$/.test(name);
}

/** Returns the widths of a picture's variants, never wider than the picture. */
export function listVariantWidths(width: number): number[] {
  return [...new Set([...widths.filter((each) => each < width), Math.min(width, widest)])];
}

export function getVariantPath(name: string, width: number, format: PictureFormat): string {
  return `/media/${name}/${width}.${format}`;
}

/** Returns the name of the narrow drawing that phones show instead of a drawing; null for any other picture. */
export function getNarrowName(name: string): string | null {
  return name.endsWith('.svg') && !getWideName(name) ? name.replace(/\.svg$/, '-narrow.svg') : null;
}

/** Returns the name of the wide drawing that a narrow drawing replaces on phones; null for any other picture. */
export function getWideName(name: string): string | null {
  return name.endsWith('-narrow.svg') ? name.replace(/-narrow\.svg$/, '.svg') : null;
}

/** The shape of a cover, the drawing or picture of an entry in lists. */
export const coverSize = { width: 800, height: 420 };

/** Returns the address of a picture as a cover: a drawing as it is, a photograph cropped to the shape of covers. */
export function getCoverPath(name: string): string {
  return hasVariants(name) ? `/media/${name}/cover.webp` : `/media/${name}`;
}

/** Widths of a photograph as a cover, in pixels: of a phone at one and two device pixels, and of a wide card at two. */
export const coverWidths = [480, 832, 1600] as const;

/** Returns the smaller variants of a cover in the form of `srcset`; null for a cover that is a drawing. */
export function listCoverVariants(cover: string): string | null {
  if (!cover.endsWith('/cover.webp')) return null;
  const stem = cover.replace(/\.webp$/, '');
  return coverWidths.map((width) => `${stem}-${width}.avif ${width}w`).join(', ');
}

/** A part of a picture in pixels, from its upper left corner. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Which part of a picture is kept: its ratio of width to height, and the point around it, as shares of the sides. */
export interface Crop {
  ratio: number;
  focusX: number;
  focusY: number;
}

/** Returns the largest part of a picture with the ratio of a crop, as near as possible around its point. */
export function findRegion(size: { width: number; height: number }, { ratio, focusX, focusY }: Crop): Region {
  const width = Math.round(Math.min(size.width, size.height * ratio));
  const height = Math.round(Math.min(size.height, size.width / ratio));
  const start = (whole: number, part: number, focus: number) =>
    Math.round(Math.min(Math.max(0, whole * focus - part / 2), whole - part));
  return { left: start(size.width, width, focusX), top: start(size.height, height, focusY), width, height };
}

/** Formats in which a picture of pixels is offered beside its own, the smallest first. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Pixels across: a phone's, a phone's at two for one, and the widest a text shows (52 rem) at one and at two for one. */
const widths = [480, 832, 1200, 1664];
const widest = Math.max(...widths);

/** Whether a picture is one of pixels that does not move, by its name. */
export function hasVariants(name: string): boolean {
  return /\.(?:png|jpe?g|webp|avif)$/.test(name);
}

/** Widths in which a picture that is so many pixels across is offered: never more than it has. */
export function variantWidths(width: number): number[] {
  return [...new Set([...widths.filter((each) => each < width), Math.min(width, widest)])];
}

/** Address of a picture in a format and width. */
export function variantPath(name: string, width: number, format: PictureFormat): string {
  return `/media/${name}/${width}.${format}`;
}

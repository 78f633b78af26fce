import { formatCount, formatNumber } from '../../../contract/content/number-text.ts';
import type { PictureChange } from '../../../contract/studio/picture-operations.ts';
import type { ConvertedFacts } from '../pictures/convert.ts';

const formatSize = ({ width, height }: { width: number; height: number }) =>
  `${formatNumber(width)} × ${formatNumber(height)} pixels`;

/** Returns the type in which a GIF is stored, by its frames before and after the conversion. */
function describeType(before: number, after: number): string {
  if (before === 1) return 'a PNG';
  return after === 1 ? 'a WebP' : 'an animated WebP';
}

/** Returns what a conversion to a raster picture changed, each change with a code and in words. */
export function listChanges({ source, ...stored }: ConvertedFacts): PictureChange[] {
  const changes: PictureChange[] = [];
  const add = (code: PictureChange['code'], message: string) => changes.push({ code, message });
  if (source.format === 'gif') add('type_converted', `The GIF is now ${describeType(source.frames, stored.frames)}.`);
  if (stored.frames < source.frames)
    add(
      'frames_merged',
      `Equal frames were merged: ${formatCount(stored.frames, 'frame')} instead of ${source.frames}.`,
    );
  if (stored.width < source.width)
    add('made_smaller', `It was made smaller, from ${formatSize(source)} to ${formatSize(stored)}.`);
  if (source.hasMetadata)
    add('metadata_removed', 'Its metadata was removed, such as the camera, the place and the time.');
  if (source.hasOtherColours) add('colours_converted', 'Its colours were converted to sRGB with 8 bits.');
  return changes;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import type { z } from 'zod';
import { makeSlug } from '../../make-slug.ts';
import { readPictureType } from '../media/read-picture.ts';
import { findAnimationProblem, findPictureProblem } from '../pictures/picture-problem.ts';
import type { ContentProblem } from './problems.ts';
import { listFiles } from './read-folder.ts';
import type { mediaFile } from './schemas.ts';

/** What `media.yaml` says about a picture. */
export type PictureDescription = z.output<typeof mediaFile>[number];

/**
 * A picture of a folder of content, with its size as displayed. `description`: null if `media.yaml` does not name it.
 */
export interface MediaSource {
  name: string;
  contentType: string;
  bytes: Buffer;
  width: number | null;
  height: number | null;
  isAnimated: boolean;
  description: PictureDescription | null;
}

const contentTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/** Returns why a file cannot be stored as a picture, as an upload says it; null without a problem. */
async function findProblem(contentType: string | undefined, bytes: Buffer, header: Metadata | null) {
  const { type, problem } = await readPictureType(bytes);
  if (!contentType && !type.startsWith('image/hei'))
    return `does not have the name of a picture (${Object.keys(contentTypes).join(', ')})`;
  if (contentType === 'image/svg+xml') return header ? null : 'cannot be read as a picture';
  if (!header?.width || !header.height) return type && problem ? problem : 'cannot be read as a picture';
  return problem ?? findPictureProblem(header) ?? findAnimationProblem(header);
}

/** Reads the pictures of a folder of content; `problems` gets the problems of pictures and of their descriptions. */
export async function readMedia(
  root: string,
  descriptions: readonly PictureDescription[],
  problems: ContentProblem[],
): Promise<MediaSource[]> {
  const media: MediaSource[] = [];
  const names = await listFiles(join(root, 'media'));
  for (const name of names) {
    const file = `media/${name}`;
    const refuse = (message: string) => problems.push({ file, line: 1, field: '', message });
    const contentType = contentTypes[name.split('.').at(-1) ?? ''];
    const bytes = await readFile(join(root, file));
    const size = await sharp(bytes)
      .metadata()
      .catch(() => null);
    const problem = await findProblem(contentType, bytes, size);
    if (contentType && !/^[a-z0-9][a-z0-9._-]*$/.test(name)) {
      const [, base = '', ending = ''] = /^(.*)(\..*)$/.exec(name) ?? [];
      const example = `${await makeSlug(base, 'picture')}${ending}`;
      refuse(`a picture's name has lower-case letters, digits, dots and hyphens only, such as ${example}`);
    } else if (problem || !contentType || !size) refuse(problem ?? 'cannot be read as a picture');
    else {
      // The EXIF orientation of a portrait photo exchanges width and height.
      const { width, height } = size.autoOrient;
      const description = descriptions.find((each) => each.name === name) ?? null;
      const isAnimated = contentType !== 'image/svg+xml' && (size.pages ?? 1) > 1;
      const rounded = { width: Math.round(width), height: Math.round(height) };
      media.push({ name, contentType, bytes, ...rounded, isAnimated, description });
    }
  }
  for (const [index, { name }] of descriptions.entries()) {
    if (!names.includes(name))
      problems.push({ file: 'media.yaml', line: 1, field: `${index}.name`, message: `there is no media/${name}` });
  }
  return media;
}

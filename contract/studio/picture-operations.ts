import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import { createListSchema, createPageSchema, createPaging, dateTime } from '../forms/text-input.ts';
import { done } from './account-operations.ts';
import type { StudioOperation } from './operation.ts';
import { pictureFilters } from './picture-filters.ts';

/** The name of a picture: its file name in texts (`![…](media/<name>)`) and its address (`/media/<name>`). */
const pictureName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/)
  .max(120);

/**
 * What a picture shows, in words; empty: it is decorative, so that screen readers leave it out; null: nobody has said
 * yet. Texts begin with these words and may change them.
 */
const alt = z.string().trim().max(500);
const share = z.number().min(0).max(1);

const pictureSummary = z.object({
  name: pictureName,
  contentType: z.string(),
  /** Texts show the first frame of an animated picture, and play the file on demand. */
  isAnimated: z.boolean(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Size of the file. */
  bytes: z.int(),
  alt: alt.nullable(),
  storedAt: dateTime,
  storedBy: z.string().nullable(),
  /** How many entries show the picture, drafts included. */
  uses: z.int(),
  /** Whether the drawing takes the place of a wide one on phones, whose words describe both. */
  isNarrow: z.boolean(),
});

const pictureChangeCodes = [
  'type_converted',
  'frames_merged',
  'made_smaller',
  'metadata_removed',
  'colours_converted',
  'parts_removed',
] as const;

/** What an upload changed in a picture, so that its editor can check the result. */
const pictureChange = z.object({
  code: z.enum(pictureChangeCodes),
  message: z.string().describe('The change as a sentence for an editor'),
});

const uploadedPicture = pictureSummary.extend({
  changes: z
    .array(pictureChange)
    .describe('What differs from the uploaded file: its type, frames, size, metadata, colours, or parts of a drawing'),
});

const pictureUse = z.object({
  id: z.int(),
  type: z.enum(entryTypeNames),
  title: z.string(),
  /** Where the picture is: in the text that visitors see, in a scheduled text, or in a draft. */
  place: z.enum(['PUBLISHED', 'SCHEDULED', 'DRAFT']),
});

/** A file that a picture had before it was replaced. */
const formerPicture = z.object({
  id: z.int(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  replacedAt: dateTime,
  replacedBy: z.string().nullable(),
});

const openedPicture = z.object({
  picture: pictureSummary,
  version: z.int(),
  /** The point that a cropped picture keeps in view, as shares of the width and the height. */
  focusX: share,
  focusY: share,
  usedIn: z.array(pictureUse),
  former: z.array(formerPicture),
  canDescribe: z.boolean(),
  canReplace: z.boolean(),
});

export const pictureOperations = {
  pictures: {
    method: 'GET',
    summary: 'The pictures of the library, the newest first, one page',
    permission: 'read-content',
    input: z.object({
      q: z.string().trim().max(200).default(''),
      only: z.enum(pictureFilters).optional(),
      ...createPaging(24),
    }),
    output: createPageSchema(pictureSummary),
  },
  picture: {
    method: 'GET',
    summary: 'A picture, what it is called in texts, and where it is used',
    permission: 'read-content',
    input: z.object({ name: pictureName }),
    output: openedPicture,
  },
  uploadPictures: {
    method: 'POST',
    summary:
      'Stores pictures under names made from their file names, and says what was changed. PNG, JPEG, WebP, AVIF, GIF and SVG, 10 MB each. GIF and WebP keep their motion: at most 300 frames, 60 seconds, and 50 million pixels in all frames together',
    permission: 'write-drafts',
    upload: true,
    output: createListSchema(uploadedPicture),
    limit: 'upload',
  },
  describePicture: {
    method: 'POST',
    summary: 'Changes the alternative text and the focal point of a picture',
    permission: 'write-drafts',
    body: z.object({ name: pictureName, version: z.int(), alt: alt.nullable(), focusX: share, focusY: share }),
    output: openedPicture,
  },
  replacePicture: {
    method: 'POST',
    summary: 'Replaces the file of a picture with the file of another, whose name is removed',
    permission: 'publish',
    body: z.object({ name: pictureName, version: z.int(), by: pictureName }),
    output: openedPicture,
  },
  restorePicture: {
    method: 'POST',
    summary: 'Restores a former file of a picture',
    permission: 'publish',
    body: z.object({ name: pictureName, version: z.int(), former: z.int().min(1) }),
    output: openedPicture,
  },
  removePicture: {
    method: 'POST',
    summary: 'Removes a picture that no text shows',
    permission: 'publish',
    body: z.object({ name: pictureName, version: z.int() }),
    output: done,
  },
} as const satisfies Record<string, StudioOperation>;

export type PictureSummary = z.output<typeof pictureSummary>;
export type PictureChange = z.output<typeof pictureChange>;
export type UploadedPicture = z.output<typeof uploadedPicture>;
export type PictureUse = z.output<typeof pictureUse>;
export type OpenedPicture = z.output<typeof openedPicture>;

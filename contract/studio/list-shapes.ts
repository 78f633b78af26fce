import { z } from 'zod';
import { pictureName } from '../content/reference-schemas.ts';
import { slug } from './draft-content.ts';

const line = z.string().trim().min(1, 'is required').max(300);

/** The fields of an item. Each list has some of them (`list-names.ts`). */
export const listItemFields = z.strictObject({
  name: line,
  description: line,
  /** The last part of the address of a category, or of a person in the team. */
  slug,
  /** Whether visitors see the item. */
  enabled: z.boolean(),
  /** Slugs of the interests of a persona. */
  interests: z.array(slug).max(100),
  role: line,
  focus: line,
  /** The year in which a person joined. */
  joined: z.int().min(1900).max(2200),
  /** The id of a person's position. */
  position: z.int().min(1),
  /** The day from which a person is not in the team; null while they are. */
  leftOn: z.iso.date().nullable(),
  /** The name of a picture in the library. */
  portrait: pictureName.nullable(),
  /** What is written about a person, in Markdown. */
  body: z.string().max(20_000),
});

export type ListItemFields = z.output<typeof listItemFields>;

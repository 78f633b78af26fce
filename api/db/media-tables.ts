import { boolean, doublePrecision, integer, jsonb, pgTable, pgView, text } from 'drizzle-orm/pg-core';
import { bytea, id, reference, time } from './columns.ts';
import { entryTypeEnum } from './tables.ts';

// The tables of pictures, see migration 0029; `tables.test.ts` compares them with the database.

/** The columns of a file, which a picture has and its former files have. */
const file = {
  contentType: text('content_type').notNull(),
  bytes: bytea().notNull(),
  sha256: text().notNull(),
  width: integer(),
  height: integer(),
  alt: text(),
  isAnimated: boolean('is_animated').notNull().default(false),
};

export const media = pgTable('media', {
  name: text().primaryKey(),
  ...file,
  focusX: doublePrecision('focus_x').notNull().default(0.5),
  focusY: doublePrecision('focus_y').notNull().default(0.5),
  version: integer().notNull().default(1),
  storedAt: time('stored_at').notNull().defaultNow(),
  storedBy: reference('stored_by'),
  imported: jsonb().$type<ImportedPicture>(),
});

/** What an import brought about a picture, to tell later whether the Studio or the next import changed it. */
export interface ImportedPicture {
  sha256: string;
  alt: string | null;
  focusX: number;
  focusY: number;
}

export const formerMedia = pgTable('former_media', {
  id: id(),
  name: text().notNull(),
  ...file,
  replacedAt: time('replaced_at').notNull().defaultNow(),
  replacedBy: reference('replaced_by'),
});

export const pictureUses = pgView('picture_uses', {
  name: text(),
  entryId: reference('entry_id'),
  type: entryTypeEnum(),
  title: text(),
  place: text({ enum: ['PUBLISHED', 'SCHEDULED', 'DRAFT'] }),
}).existing();

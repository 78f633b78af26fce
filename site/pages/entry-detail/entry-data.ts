import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { entryOperations } from '../../../contract/content/entry-operations.ts';
import type { EntryCard, EntryDetail } from '../../../contract/content/entry-shapes.ts';
import type { TypeWithPages } from '../../../contract/content/entry-types.ts';
import type { DrawingHeights } from '../../parts/drawing.tsx';
import type { EnquiryChoices, EnquiryWords } from '../../parts/enquiry-choices.ts';

/** The types that this page shows. Entries of the type PAGE have other views. */
export type DetailType = Exclude<TypeWithPages, 'PAGE'>;

/** What a link to another entry shows. */
export interface LinkedEntry {
  type: DetailType;
  slug: string;
  title: string;
  summary: string;
}

/** The metadata of an entry: the output of the operation `metaKeys`. */
export type MetaKeys = z.output<(typeof entryOperations)['metaKeys']['output']>;

export interface EntryDetailData {
  entry: EntryDetail<DetailType>;
  linked: LinkedEntry[];
  /** Heights of the entry's drawings, in their order, in units of their view boxes. */
  heights: DrawingHeights[];
  /** The heading above the related entries. */
  relatedTitle: string;
  related: EntryCard[];
  /** The newest entries of the type that are not related; empty if the entry has no category. */
  recent: LinkedEntry[];
  /** The metadata for the page's head; null if the head comes from the entry itself, as in a preview. */
  meta: MetaKeys | null;
  /** Options and words of the enquiry form; null if the type takes no enquiries. */
  enquiry: { choices: EnquiryChoices; words: EnquiryWords } | null;
}

/** The data that the body of a type renders. */
export interface BodyProps<T extends DetailType> {
  entry: EntryDetail<T>;
  linked: LinkedEntry[];
  heights: DrawingHeights[];
}

/** One section of a body. Unless `hasOwnFrame` is set, the view gives the section a number and a frame. */
export interface BodySection {
  id: string;
  title: ReactNode;
  content: ReactNode;
  hasOwnFrame?: true;
}

/** Renders the sections of a type, in reading order. */
export type RenderBody<T extends DetailType> = (props: BodyProps<T>) => BodySection[];

import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { entryOperations } from '../../../contract/entry-operations.ts';
import type { EntryCard, EntryDetail } from '../../../contract/entry-shapes.ts';
import type { EntryType } from '../../../contract/entry-types.ts';
import type { EnquiryChoices } from '../../parts/enquiry-choices.ts';

/** The types this page shows; a PAGE has a page of its own each. */
export type DetailType = Exclude<EntryType, 'PAGE'>;

/** Another entry that this one names by its slug, as far as a link needs it. */
export interface LinkedEntry {
  type: DetailType;
  slug: string;
  title: string;
  summary: string;
}

export type MetaKeys = z.output<(typeof entryOperations)['metaKeys']['output']>;

export interface EntryDetailData {
  entry: EntryDetail<DetailType>;
  linked: LinkedEntry[];
  /** Of the entry's own drawings, which are 800 wide, in their order. */
  heights: number[];
  related: EntryCard[];
  /** The newest others beside the related ones; none without a category. */
  recent: LinkedEntry[];
  /** What the call for a page's head says; null where the entry itself says it, a preview for one. */
  meta: MetaKeys | null;
  /** What the enquiry form offers; null where the type takes no enquiries. */
  enquiry: EnquiryChoices | null;
}

/** What the body of a type is given. */
export interface BodyProps<T extends DetailType> {
  entry: EntryDetail<T>;
  linked: LinkedEntry[];
  heights: number[];
}

/** One sheet of a body; the page numbers and frames it. `bare` content brings its own frame. */
export interface BodySheet {
  id: string;
  title: string;
  content: ReactNode;
  bare?: true;
}

/** A type's body: props → sheets, in the order they are read. */
export type Body<T extends DetailType> = (props: BodyProps<T>) => BodySheet[];

import type { ComponentType } from 'react';
import type { EntryCard, EntryDetail, TocItem } from '../../contract/content/entry-shapes.ts';
import type { ListedType } from '../../contract/content/entry-types.ts';
import type { SectionOf } from '../../contract/content/section-schemas.ts';
import type { RequiredSection, SectionKind } from '../../contract/content/sections.ts';
import type { PageArgs, PageHead } from '../page.ts';
import type { SiteSettings } from '../settings.ts';

type FormName = NonNullable<RequiredSection['form']>;
type PlansForm = SectionOf<'plans'>['as'];

/** The views of sections: one for each kind, and for forms and plans one for each form. */
export type SectionViewName = Exclude<SectionKind, 'form' | 'plans'> | `${FormName}-form` | `plans-${PlansForm}`;

/** Returns the view that shows a section. */
export function getSectionViewName(section: SectionOf<SectionKind>): SectionViewName {
  if (section.kind === 'form') return `${section.form}-form`;
  return section.kind === 'plans' ? `plans-${section.as}` : section.kind;
}

/** The kind of the sections that a view shows. */
type KindOf<V extends SectionViewName> = V extends SectionKind ? V : V extends `plans-${string}` ? 'plans' : 'form';

/** The arguments of a section's loader. */
export interface SectionArgs extends PageArgs {
  page: EntryDetail<'PAGE'>;
  path: string;
  /** Loads something once for all sections of the page that ask for it by the same name. */
  loadOnce<T>(name: string, load: () => Promise<T>): Promise<T>;
  /** Loads all entries of a type, once for all sections of the page. */
  loadList<T extends ListedType>(type: T): Promise<EntryCard<T>[]>;
}

/** What a view gets beside its section. */
export interface SectionProps<K extends SectionKind = SectionKind, D = unknown> {
  section: SectionOf<K>;
  /** What the section's loader returned. */
  data: D;
  /** The rendered Markdown and pictures of the section, by their path in it; '' for the text of a text section. */
  texts: Readonly<Record<string, string>>;
  contents: readonly TocItem[];
  /** Id of the section's element: its anchor, or the usual anchor of its kind. */
  anchor: string | undefined;
  /** Number of the section among those with a title. */
  number: number;
  isFirst: boolean;
  /** The level of the headings of the section's items, which are below its title. */
  Heading: 'h2' | 'h3';
  page: SectionPage;
  settings: SiteSettings;
}

/** What sections know about their page. */
export interface SectionPage {
  slug: string;
  title: string;
  path: string;
  isPreview: boolean;
  /** Rows of the title block of a policy: its version, and the day from which it is in force. */
  version?: string | undefined;
  effective?: string | undefined;
}

/** A section of a page, as its loader leaves it. The page state contains it. */
export type LoadedSection = Pick<SectionProps, 'section' | 'data' | 'texts' | 'contents' | 'anchor'>;

/** The code of a view. `load` and the other functions run on the server and in the browser. */
export interface SectionCode<V extends SectionViewName = SectionViewName, D = unknown> {
  load?(args: SectionArgs, section: SectionOf<KindOf<V>>): Promise<D>;
  /** What stands in the section's frame, below its title (`section-list.tsx`). */
  Content?: ComponentType<SectionProps<KindOf<V>, D>>;
  /** Whether the content extends to the edges of the page, for grids and tables with lines of their own. */
  isFullWidth?: true;
  /** A view without the usual frame, in place of `Content`. */
  View?: ComponentType<SectionProps<KindOf<V>, D>>;
  /** Returns whether there is nothing to show, not even the title. */
  isEmpty?(data: D): boolean;
  /** Returns the number of numbered sheets that the view renders; by default one if the section has a title. */
  countSheets?(section: SectionOf<KindOf<V>>, data: D): number;
  /** Returns a page header that replaces the page's own; null for none. */
  getHeader?(data: D, settings: SiteSettings): { title: string; lede: string | null } | null;
  /** Changes the head of the page. */
  describeHead?(head: PageHead, data: D, settings: SiteSettings): PageHead;
  /** Returns whether the page must not be cached. */
  isUncacheable?: true;
  /** Returns the default time zone of the times shown, see `PageDefinition`. */
  timeZone?(data: D): string | null;
  /** Loads modules that only some data need, before rendering or hydration. */
  preloadModules?(data: D): Promise<unknown> | null;
}

/** Types the code of a view. */
export function createSection<V extends SectionViewName, D = null>(_name: V, code: SectionCode<V, D>): SectionCode {
  return code as unknown as SectionCode;
}

import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import { createFailure, createRedirect } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import { getAdminParameter } from '../../parts/page-entry.ts';
import { loadSections } from '../../sections/load-sections.ts';
import type { LoadedSection, SectionPage } from '../../sections/section.ts';

/** A page of sections: its own fields that the view and the head need, and its sections. */
export interface SectionPageData {
  page: SectionPage;
  summary: string;
  heading: string | undefined;
  lede: string | undefined;
  sections: LoadedSection[];
}

async function toPageData(args: PageArgs, entry: EntryDetail<'PAGE'>, path: string): Promise<SectionPageData> {
  const { slug, title, summary, preview, fields } = entry;
  const { heading, lede, version, effective } = fields;
  const page = { slug, title, path, isPreview: preview, version, effective };
  return { page, summary, heading, lede, sections: await loadSections(args, entry, path) };
}

function loadEntry({ client, url, signal }: PageArgs, slug: string): Promise<EntryDetail<'PAGE'>> {
  return client.entries('PAGE', 'item', { slug, admin: getAdminParameter(url) }, { signal });
}

/** Loads the page of a slug, which stands at a fixed address. */
export async function loadFixedPage(args: PageArgs, slug: string): Promise<SectionPageData> {
  return toPageData(args, await loadEntry(args, slug), getEntryPath('PAGE', slug));
}

/** Loads the page at `/{slug}`. */
export async function loadNamedPage(args: PageArgs): Promise<SectionPageData> {
  const { slug = '' } = args.params;
  // Vulnerability scanners request many paths. Those that cannot be a slug cost no query.
  if (!/^[a-z0-9-]+$/.test(slug)) throw createFailure(404);
  const entry = await loadEntry(args, slug);
  const path = getEntryPath('PAGE', entry.slug);
  // Redirects from a former slug.
  if (path !== args.url.pathname && !entry.preview) throw createRedirect(path + args.url.search);
  return toPageData(args, entry, path);
}

/** The page that follows a form on an installation without a text for it. */
const unwrittenThankYou = {
  type: 'PAGE',
  slug: 'thank-you',
  title: 'Thank you',
  summary: 'What happens with a message to us, and where to go from here.',
  fields: {
    heading: 'Thank you for your interest',
    lede: 'A person reads and answers every message.',
    sections: [{ id: 'receipt', kind: 'form', form: 'receipt', tone: 'plain', shown: true }],
  },
  rendered: {},
  preview: false,
} as unknown as EntryDetail<'PAGE'>;

/** Loads the page that follows a form. It must not fail without a text, because the form was stored. */
export async function loadThankYou(args: PageArgs): Promise<SectionPageData> {
  const entry = await loadEntry(args, 'thank-you').catch((error: unknown) => {
    if (isApiFailure(error) && error.kind !== 'cancelled') return unwrittenThankYou;
    throw error;
  });
  return toPageData(args, entry, '/thank-you');
}

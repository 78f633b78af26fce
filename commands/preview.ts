import type { Command } from 'commander';
import { createOperatorShareLink, getShareAddress } from '../api/content/share-links.ts';
import { type EntryType, entryTypes, typesWithPages } from '../contract/content/entry-types.ts';
import type { EntrySummary } from '../contract/studio/shapes.ts';
import { addExamples } from './options.ts';
import { UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

/** Parses `blog/my-slug`, `content/blog/my-slug@next.md` or `/blog/my-slug`. */
function parseEntryName(word: string): { type: EntryType; slug: string } {
  const name = word.replace(/^(?:content)?\//, '').replace(/(?:@next)?\.md$/, '');
  if (name === '') return { type: 'PAGE', slug: 'home' };
  for (const type of typesWithPages) {
    const { folder, itemPath } = entryTypes[type];
    for (const prefix of [`${folder}/`, itemPath.slice(1)]) {
      const slug = name.slice(prefix.length);
      if (name.startsWith(prefix) && /^[a-z0-9-]+$/.test(slug)) return { type, slug };
    }
  }
  throw new UsageError(`"${word}" does not name an entry.`);
}

/** Says what a link to the latest version of an entry shows. */
function describeVersion({ isChanged, state, nextAt, publishedAt }: EntrySummary): string {
  if (isChanged || state === 'DRAFT') return 'a draft';
  const from = nextAt ?? (state === 'SCHEDULED' ? publishedAt : null);
  return from ? `a text that visitors see from ${from}` : 'what visitors see now';
}

async function runPreview(name: string): Promise<void> {
  const { type, slug } = parseEntryName(name);
  await withDatabase(async (ctx, settings) => {
    if (settings.API_BASE_URL)
      throw new UsageError('The content comes from API_BASE_URL; create the preview on that server.');
    const { key, link, entry } = await createOperatorShareLink(ctx, { type, slug });
    const siteUrl = settings.SITE_URL ?? `http://localhost:${settings.PORT}`;
    console.log(
      `${getShareAddress(siteUrl, link.id, key)}\nIt shows ${describeVersion(entry)} and is valid for an hour.`,
    );
  });
}

export function definePreview(command: Command): void {
  command
    .description(
      "Prints a link that shows an entry's latest version for an hour, to anyone who has the link: the Studio's draft, " +
        'or else its scheduled or published text.',
    )
    .argument('<entry>', 'a file of the content folder, or an address of the site; pages/home is Home');
  addExamples(command, ['preview blog/my-slug', 'preview content/blog/my-slug@next.md', 'preview pages/home']).action(
    runPreview,
  );
}

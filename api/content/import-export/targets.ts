import { completeLists } from '../../../contract/content/list-defaults.ts';
import { storedLists } from '../../../contract/content/list-schemas.ts';
import type { Context } from '../../context.ts';
import {
  findKnownReferences,
  formatTypedSlug,
  type KnownReferences,
  listFeedPaths,
} from '../entries/known-references.ts';
import { parseTimes } from './entry-state.ts';
import type { PlannedEntry } from './plan-entries.ts';
import type { PrunePlan } from './prune.ts';

/** Returns the targets as they are after the import. Call after its lists and pictures are stored. */
export async function findTargetsAfterImport(
  ctx: Context,
  planned: readonly PlannedEntry[],
  { entries, categories, members, interests, pictures }: PrunePlan,
): Promise<KnownReferences> {
  const known = await findKnownReferences(ctx);
  for (const name of entries.values()) known.entries.delete(name);
  for (const name of categories.values()) known.categories.delete(name);
  for (const name of members.values()) known.members.delete(name);
  for (const name of interests.values()) known.interests.delete(name);
  for (const name of pictures) known.pictures.delete(name);
  for (const { files, row, after } of planned) {
    const { type } = files;
    if (!after) {
      if (!row) known.entries.set(formatTypedSlug(files), { publishedAt: null, withdrawnAt: null });
      continue;
    }
    if (type === 'SETTING' && after.slug === 'lists')
      known.feeds = listFeedPaths(completeLists(storedLists.strip().catch({}).parse(after.content.fields)));
    known.entries.set(formatTypedSlug({ type, slug: after.slug }), parseTimes(after));
  }
  return known;
}

import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { type EntryRow, getCurrentContent } from '../drafts/find.ts';
import { findProblems } from '../entries/check.ts';
import {
  addPublished,
  findKnownReferences,
  formatTypedSlug,
  type KnownReferences,
} from '../entries/known-references.ts';
import { renderContent } from '../entries/render-content.ts';
import { returnTextError } from '../markdown/text-error.ts';

/** The order in which several entries are published. */
export interface PublicationOrder {
  /** The problems of entries that cannot be published, by the id of the entry. */
  problems: Map<number, EntryContentProblem[]>;
  /** The ids of the other entries. Those of a group link to each other, so that all or none of them are published. */
  groups: number[][];
}

/**
 * The most rounds in which entries are taken that link only to entries taken before. The entries that remain after the
 * last round form one group.
 */
const maxRounds = 8;

interface Candidate {
  entry: EntryRow;
  check(known: KnownReferences): Promise<EntryContentProblem[]>;
}

async function prepareCandidate(ctx: Context, entry: EntryRow): Promise<Candidate> {
  const { content } = await getCurrentContent(ctx, entry);
  const rendered = await renderContent(ctx, entry, entry.type, content).catch(returnTextError);
  return { entry, check: (known) => findProblems(ctx, entry, content, rendered, { known }) };
}

/**
 * Returns the largest set of entries that has no problems when it is published together, and adds the problems of the
 * other entries to `problems`.
 */
async function findPublishableSet(
  given: readonly Candidate[],
  known: KnownReferences,
  problems: PublicationOrder['problems'],
): Promise<readonly Candidate[]> {
  const targets = addPublished(
    known,
    given.map(({ entry }) => formatTypedSlug(entry)),
  );
  const passed: Candidate[] = [];
  for (const candidate of given) {
    const found = await candidate.check(targets);
    if (found.length === 0) passed.push(candidate);
    else problems.set(candidate.entry.id, found);
  }
  return passed.length === given.length ? passed : findPublishableSet(passed, known, problems);
}

/**
 * Returns an order in which entries can be published, so that no link leads to an entry that visitors do not see yet.
 * Entries that form a cycle of links are in one group.
 */
export async function orderPublications(ctx: Context, entries: readonly EntryRow[]): Promise<PublicationOrder> {
  let known = await findKnownReferences(ctx);
  let rest: Candidate[] = [];
  for (const entry of entries) rest.push(await prepareCandidate(ctx, entry));
  const groups: number[][] = [];
  for (let round = 0; round < maxRounds; round++) {
    const left: Candidate[] = [];
    for (const candidate of rest) {
      if ((await candidate.check(known)).length > 0) left.push(candidate);
      else {
        groups.push([candidate.entry.id]);
        known = addPublished(known, [formatTypedSlug(candidate.entry)]);
      }
    }
    const isStuck = left.length === rest.length;
    rest = left;
    if (isStuck) break;
  }
  const problems: PublicationOrder['problems'] = new Map();
  const together = await findPublishableSet(rest, known, problems);
  if (together.length > 0) groups.push(together.map(({ entry }) => entry.id));
  return { problems, groups };
}

import type { EntryContentProblem } from '../../contract/studio/shapes.ts';
import type { Context } from '../context.ts';
import { type EntryRow, getCurrentContent } from '../drafts/find.ts';
import { findProblems, renderContent } from '../entries/check.ts';
import {
  addPublished,
  findKnownReferences,
  formatTypedSlug,
  type KnownReferences,
} from '../entries/known-references.ts';

/** How several entries are published: what stands in the way of some, by id, and the groups in which the others are. */
export interface PublicationOrder {
  problems: Map<number, EntryContentProblem[]>;
  /** Ids; the entries of a group link to each other, so that they are published together or not at all. */
  groups: number[][];
}

/** Longest chain of links whose entries are published one after the other; what remains is one group. */
const chainLimit = 8;

interface Candidate {
  entry: EntryRow;
  check(known: KnownReferences): Promise<EntryContentProblem[]>;
}

async function prepareCandidate(ctx: Context, entry: EntryRow): Promise<Candidate> {
  const { content } = await getCurrentContent(ctx, entry);
  const rendered = await renderContent(ctx, content);
  return { entry, check: (known) => findProblems(ctx, entry, content, rendered, { known }) };
}

/**
 * Returns the largest part of the entries that has no problems when it is published as one; notes the others' problems.
 */
async function findCircle(
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
  return passed.length === given.length ? passed : findCircle(passed, known, problems);
}

/**
 * Returns the order in which entries can be published, so that no link of one leads to another that visitors do not see
 * yet. Entries that link to each other in a circle are in one group.
 */
export async function orderPublications(ctx: Context, entries: readonly EntryRow[]): Promise<PublicationOrder> {
  let known = await findKnownReferences(ctx);
  let rest: Candidate[] = [];
  for (const entry of entries) rest.push(await prepareCandidate(ctx, entry));
  const groups: number[][] = [];
  for (let step = 0; step < chainLimit; step++) {
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
  const circle = await findCircle(rest, known, problems);
  if (circle.length > 0) groups.push(circle.map(({ entry }) => entry.id));
  return { problems, groups };
}

import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { EntryCheck, EntryContentProblem } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { type EntryRow, findEntry, getCurrentContent, getRevisionContent } from '../drafts/find.ts';
import { selectEntrySummaries } from '../drafts/list.ts';
import { returnTextError, TextError } from '../markdown/text-error.ts';
import { findAddressProblem } from './check-address.ts';
import { findBrokenAnchors, findStoredAnchors, listAllAnchors } from './check-anchors.ts';
import { checkEntryContent, findSettingContentProblems } from './check-content.ts';
import { findKnownReferences, type KnownReferences } from './known-references.ts';
import { findLinkingEntries, listLinks } from './links.ts';
import { findChangedPages, type RenderedContent, renderContent } from './render-content.ts';

/**
 * Returns the problems that prevent publishing a content at a time. Publishing and scheduling require that there are
 * none. If the text cannot be rendered, that is the only problem returned. A caller that checks many entries passes
 * `known`, so that the targets are read only once.
 */
export async function findProblems(
  ctx: Context,
  { id, type, slug }: Pick<EntryRow, 'id' | 'type' | 'slug'>,
  content: DraftContent,
  rendered: RenderedContent | TextError,
  { time = 'now', known: given }: { time?: Date | 'now'; known?: KnownReferences } = {},
): Promise<EntryContentProblem[]> {
  if (rendered instanceof TextError) return [rendered.toProblem()];
  const known = given ?? (await findKnownReferences(ctx));
  const taken = await findAddressProblem(ctx, type, slug, id);
  return [
    ...(taken ? [{ path: 'slug', line: null, message: taken }] : []),
    ...checkEntryContent({ type, slug, time }, content, rendered, known),
    ...(await findSettingContentProblems(type, content)),
    ...(await findBrokenAnchors(
      getEntryPath(type, slug),
      listLinks(type, content.fields, rendered),
      listAllAnchors(type, content.fields, rendered),
      (...target) => findStoredAnchors(ctx, ...target, time),
      known,
    )),
  ];
}

/** Throws `unprocessable` with all given problems as fields; does nothing without problems. */
export function refuseProblems(problems: EntryContentProblem[]): void {
  if (problems.length === 0) return;
  const fields = problems.map(({ path, line, message }) => ({
    path,
    message: line ? `line ${line} ${message}` : message,
  }));
  throw new ApiError('unprocessable', 'This cannot be published yet, for the reasons below.', fields);
}

/** Throws `unprocessable` with all problems of a stored text that visitors would see from a time on. */
export async function refuseBrokenRevision(
  ctx: Context,
  entry: EntryRow,
  revisionId: number | null,
  time: Date | 'now',
): Promise<void> {
  const content = revisionId === null ? null : await getRevisionContent(ctx, revisionId);
  if (!content) return;
  const rendered = await renderContent(ctx, entry, entry.type, content).catch(returnTextError);
  refuseProblems(await findProblems(ctx, entry, content, rendered, { time }));
}

/**
 * Returns the problems that prevent publishing an entry's draft, up to 200 entries that link to it, and the changed
 * pages.
 */
export async function checkEntry(ctx: Context, { id }: { id: number }): Promise<EntryCheck> {
  const entry = await findEntry(ctx, id);
  const { content } = await getCurrentContent(ctx, entry);
  const rendered = await renderContent(ctx, entry, entry.type, content).catch(returnTextError);
  const path = getEntryPath(entry.type, entry.slug);
  const summaries = await selectEntrySummaries(ctx, [id]);
  const linking = await findLinkingEntries(ctx, [entry]);
  return {
    problems: await findProblems(ctx, entry, content, rendered),
    path,
    linkedFrom: (linking.get(id) ?? []).slice(0, 200),
    pages: await findChangedPages(ctx, { kind: 'PUBLISH', category: null }, summaries),
  };
}

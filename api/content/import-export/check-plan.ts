import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { getPart } from '../../../contract/content/field-texts.ts';
import { completeLists } from '../../../contract/content/list-defaults.ts';
import { storedLists } from '../../../contract/content/list-schemas.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { type FindAnchors, findBrokenAnchors, findStoredAnchors, listAllAnchors } from '../entries/check-anchors.ts';
import { checkEntryContent, findSettingContentProblems } from '../entries/check-content.ts';
import type { TextTime } from '../entries/hidden-targets.ts';
import {
  findKnownReferences,
  formatTypedSlug,
  type KnownReferences,
  listFeedPaths,
} from '../entries/known-references.ts';
import { listLinks } from '../entries/links.ts';
import type { RenderedContent } from '../entries/render-content.ts';
import { type PublicEntryStateWithSlug, parseTimes } from './entry-state.ts';
import type { PlannedEntry } from './plan-entries.ts';
import type { ContentProblem } from './problems.ts';
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

export interface RenderedPlan {
  planned: PlannedEntry;
  after: PublicEntryStateWithSlug;
  text: RenderedContent;
  next: RenderedContent | null;
}

/** The targets that texts may refer to, before and after the import. */
export interface Targets {
  before: KnownReferences;
  after: KnownReferences;
}

/** Returns when visitors first see a text of an entry; `at` is the time for which a next text is scheduled. */
function getTextTime({ publishedAt, withdrawnAt }: PublicEntryStateWithSlug, now: Date, at = now): TextTime {
  if (publishedAt === null) return null;
  const time = new Date(Math.max(new Date(publishedAt).getTime(), at.getTime()));
  return withdrawnAt !== null && new Date(withdrawnAt) <= time ? null : time;
}

interface Text {
  content: DraftContent;
  rendered: RenderedContent;
  time: TextTime;
}

/** Returns the problems of a text whose entry has the slug of a state. */
async function findProblemsOfText(
  { files: { type } }: PlannedEntry,
  { slug }: PublicEntryStateWithSlug,
  { content, rendered, time }: Text,
  known: KnownReferences,
  findAnchors: FindAnchors,
): Promise<EntryContentProblem[]> {
  return [
    ...checkEntryContent({ type, slug, time }, content, rendered, known),
    ...(await findSettingContentProblems(type, content)),
    ...(await findBrokenAnchors(
      getEntryPath(type, slug),
      listLinks(type, content.fields, rendered),
      listAllAnchors(type, content.fields, rendered),
      findAnchors,
      known,
    )),
  ];
}

/** Returns the problems of a text with their file and line. In files, own fields are not below a name `fields`. */
export function toFileProblems(
  { files: { text, file } }: PlannedEntry,
  { content }: Pick<Text, 'content'>,
  problems: EntryContentProblem[],
  isOfNext: boolean,
): ContentProblem[] {
  const source = isOfNext && text?.next ? text.next : text;
  return problems.map(({ path, line, message }) => {
    const field = path.replace(/^fields\./, '');
    if (!source) return { file, line: 1, field, message };
    if (line === null) return { file: source.file, line: source.findLine(field.split('.')), field, message };
    const parts = path === 'body' ? ['body'] : field.split('.');
    const text = path === 'body' ? content.body.trim() : getPart(content.fields, parts);
    // The body of the file may have become a part of the own fields.
    const isInBody = path === 'body' || text === source.fileBody.trim();
    const isOfFile = text === (isInBody ? source.fileBody.trim() : getPart(source.fields, parts));
    const findLine = (textLine?: number) =>
      isInBody ? source.bodyLine + (textLine ?? 1) - 1 : source.findLine(parts, textLine);
    if (isOfFile) return { file: source.file, line: findLine(line), field: isInBody ? 'body' : field, message };
    // The merged text is in no file, so the message names its line.
    const inMerged = `${message} (line ${line} with the Studio's changes)`;
    return { file: source.file, line: findLine(), field, message: inMerged };
  });
}

/**
 * Returns the problems of the texts of an import, by the same checks as publishing in the Studio. Problems that an
 * unchanged entry already had before the import are left out.
 */
export async function checkPlan(ctx: Context, plans: readonly RenderedPlan[], targets: Targets) {
  const { now } = targets.after;
  const texts = new Map(
    plans.map((plan) => [formatTypedSlug({ type: plan.planned.files.type, slug: plan.after.slug }), plan]),
  );
  const findAnchorsBefore: FindAnchors = (type, slug) => findStoredAnchors(ctx, type, slug, 'now');
  const findAnchorsAt =
    (time: TextTime): FindAnchors =>
    async (type, slug) => {
      const plan = texts.get(formatTypedSlug({ type, slug }));
      if (!plan) return findStoredAnchors(ctx, type, slug, time instanceof Date ? time : 'now');
      const isReplaced = plan.after.next !== null && time instanceof Date && new Date(plan.after.next.at) <= time;
      return isReplaced && plan.next && plan.after.next
        ? listAllAnchors(type, plan.after.next.content.fields, plan.next)
        : listAllAnchors(type, plan.after.content.fields, plan.text);
    };

  async function checkText({ planned, after }: RenderedPlan, text: Text, isUnchanged: boolean, isOfNext: boolean) {
    const found = await findProblemsOfText(planned, after, text, targets.after, findAnchorsAt(text.time));
    const { before } = planned;
    if (found.length === 0 || !isUnchanged || !before) return toFileProblems(planned, text, found, isOfNext);
    const old = await findProblemsOfText(planned, before, text, targets.before, findAnchorsBefore);
    const isNew = (problem: EntryContentProblem) => !old.some((each) => isSame(each, problem));
    return toFileProblems(planned, text, found.filter(isNew), isOfNext);
  }

  const problems: ContentProblem[] = [];
  for (const plan of plans) {
    const { planned, after, text, next } = plan;
    const { before } = planned;
    const hasSameTimes = before?.publishedAt === after.publishedAt && before.withdrawnAt === after.withdrawnAt;
    const live = { content: after.content, rendered: text, time: getTextTime(after, now) };
    problems.push(...(await checkText(plan, live, hasSameTimes && isSame(before.content, after.content), false)));
    if (!after.next || !next) continue;
    const later = {
      content: after.next.content,
      rendered: next,
      time: getTextTime(after, now, new Date(after.next.at)),
    };
    const found = await checkText(plan, later, hasSameTimes && isSame(before.next, after.next), true);
    // The category is the entry's and has no line in the file of the next text.
    problems.push(...found.filter(({ field }) => field !== 'category'));
  }
  return problems;
}

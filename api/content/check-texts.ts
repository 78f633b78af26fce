import { getEntryPath } from '../../contract/entry-types.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { type FindHeadings, findBrokenAnchors } from '../entries/check-anchors.ts';
import { checkEntryContent } from '../entries/check-content.ts';
import type { TextTime } from '../entries/check-targets.ts';
import type { KnownReferences } from '../entries/known-references.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';
import type { ContentProblem } from './problems.ts';
import type { EntrySource, EntryText } from './read.ts';
import type { EntryFrontMatter, TextFrontMatter } from './schemas.ts';

function toContent({ body, fields, head }: TextSource, category: string | undefined): DraftContent {
  const { title, summary, keywords, interests, author, updated } = head;
  return {
    title,
    summary,
    body,
    author: author ?? null,
    category: category ?? null,
    keywords,
    interests,
    position: 0,
    revisedAt: updated ?? null,
    fields,
  };
}

/** What the texts of a folder may refer to. */
interface Targets {
  known: KnownReferences;
  findHeadings: FindHeadings;
}

type TextSource = EntryText & { head: TextFrontMatter | EntryFrontMatter };

/**
 * Returns when visitors see a text of an entry for the first time: the text of the entry, or the one that replaces it
 * at `at`.
 */
function getTextTime({ published, withdrawn }: EntryFrontMatter, now: Date, at = now): TextTime {
  if (published === undefined) return null;
  const time = new Date(Math.max(new Date(published).getTime(), at.getTime()));
  if (withdrawn !== undefined && new Date(withdrawn) <= time) return null;
  return time;
}

async function checkText(
  { type, slug, head: { category } }: EntrySource,
  source: TextSource,
  rendered: RenderedMarkdown,
  time: TextTime,
  { known, findHeadings }: Targets,
): Promise<ContentProblem[]> {
  const problems = [
    ...checkEntryContent({ type, slug, time }, toContent(source, category), rendered, known),
    ...(await findBrokenAnchors(getEntryPath(type, slug), rendered, findHeadings)),
  ];
  return problems.map(({ path, line, message }) => {
    // Own fields stand beside the others in a file.
    const field = path.replace(/^fields\./, '');
    return {
      file: source.file,
      line: line === null ? source.lineOf(field.split('.')) : source.bodyLine + line - 1,
      field,
      message,
    };
  });
}

/**
 * Returns everything that is wrong with the texts of an entry, by the gate that publishing in the Studio passes too.
 */
export async function checkEntryTexts(
  entry: EntrySource,
  rendered: RenderedMarkdown,
  nextRendered: RenderedMarkdown | null,
  targets: Targets,
): Promise<ContentProblem[]> {
  const { next } = entry;
  const { now } = targets.known;
  const nextTime = next && getTextTime(entry.head, now, new Date(next.head.at));
  const ofNext = next && nextRendered ? await checkText(entry, next, nextRendered, nextTime, targets) : [];
  const time = getTextTime(entry.head, now);
  // The category is the entry's and has no line in the file of the next text.
  return [
    ...(await checkText(entry, entry, rendered, time, targets)),
    ...ofNext.filter(({ field }) => field !== 'category'),
  ];
}

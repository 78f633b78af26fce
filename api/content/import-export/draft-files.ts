import { type DraftContent, draftContent } from '../../../contract/studio/draft-content.ts';
import type { ContentProblem } from './problems.ts';
import { formatMarkdownFile, parseYaml } from './yaml.ts';

// Drafts as files. A draft may be incomplete, so its file is validated only by the schema of drafts. The front matter
// contains the whole draft except its body, which follows it unchanged.

const head = draftContent.omit({ body: true });

export function formatDraftFile({ body, ...rest }: DraftContent): string {
  return formatMarkdownFile(rest, body);
}

/** Returns the draft in the text of a file, or its problems. */
export function parseDraftFile(
  text: string,
  file: string,
): { content: DraftContent | null; problems: ContentProblem[] } {
  const [, matter, body] = /^---\r?\n([\s\S]*?\n)---\r?\n\r?\n?([\s\S]*)$/.exec(text) ?? [];
  if (matter === undefined || body === undefined) {
    const message = 'must begin with front matter between two lines of ---';
    return { content: null, problems: [{ file, line: 1, field: '', message }] };
  }
  const parsed = parseYaml(matter, head, file, 2);
  if (parsed.value === null) return { content: null, problems: parsed.problems };
  const whole = draftContent.safeParse({ ...parsed.value, body });
  if (whole.success) return { content: whole.data, problems: [] };
  return {
    content: null,
    problems: whole.error.issues.map(({ path, message }) => ({ file, line: 1, field: path.join('.'), message })),
  };
}

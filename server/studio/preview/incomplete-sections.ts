import type { EntryType } from '../../../contract/content/entry-types.ts';
import { type DraftContent, findContentProblems } from '../../../contract/studio/draft-content.ts';
import { describePath } from '../../../studio/fields/change-property.ts';

/** A content whose sections are all complete. */
export interface CompleteSections {
  content: DraftContent;
  /** What each left out section lacks, in words for editors. */
  missing: string[];
}

/** Returns a content without the sections that do not fit their schema, so that the rest of its page can be shown. */
export function leaveOutIncompleteSections(type: EntryType, content: DraftContent): CompleteSections {
  const { fields } = content;
  if (!Array.isArray(fields.sections)) return { content, missing: [] };
  let kept = [...(fields.sections as unknown[]).entries()];
  const missing: string[] = [];
  // Ids and anchors that occur twice are found only when each section is complete.
  for (;;) {
    const complete = { ...content, fields: { ...fields, sections: kept.map(([, section]) => section) } };
    const incomplete = new Set<number>();
    for (const { path, message } of findContentProblems(type, complete)) {
      const [, index, rest] = /^fields\.sections\.(\d+)(.*)/.exec(path) ?? [];
      const place = kept[Number(index)]?.[0];
      if (place === undefined) continue;
      incomplete.add(place);
      missing.push(`${describePath(`fields.sections.${place}${rest}`, fields)}: ${message}`);
    }
    if (incomplete.size === 0) return { content: complete, missing };
    kept = kept.filter(([place]) => !incomplete.has(place));
  }
}

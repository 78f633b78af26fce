import type { FieldError } from '../../../contract/errors.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Option } from '../../parts/find-options.ts';

/** What every part of the editor is given. */
export interface PaneProps {
  content: DraftContent;
  problems: readonly FieldError[];
  isReadOnly: boolean;
  onChange: (change: Partial<DraftContent>) => void;
}

/** Returns the problem of a field; undefined without one. */
export function messageOf(problems: readonly FieldError[], path: string): string | undefined {
  return problems.find((problem) => problem.path === path)?.message;
}

/** Returns what a reference can name as the options of its field. */
export function toOptions(list: readonly { slug: string; label: string }[]): Option[] {
  return list.map(({ slug, label }) => ({ value: slug, label: label || slug }));
}

import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Option } from '../../parts/find-options.ts';
import type { EntryProblem } from './use-problems.ts';

/** What every part of the editor is given. */
export interface PaneProps {
  content: DraftContent;
  problems: readonly EntryProblem[];
  isReadOnly: boolean;
  onChange: (change: Partial<DraftContent>) => void;
}

/** Returns what a reference can name as the options of its field. */
export function toOptions(list: readonly { slug: string; label: string }[]): Option[] {
  return list.map(({ slug, label }) => ({ value: slug, label: label || slug }));
}

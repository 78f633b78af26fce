import { useMemo } from 'react';
import { entryTypeNames } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Choices } from '../../../contract/studio/shapes.ts';
import type { SchemaFieldProps } from '../../fields/props.ts';
import type { Option } from '../../parts/find-options.ts';
import type { ContentChange } from '../../saving/save-state.ts';
import type { EntryProblem } from './use-problems.ts';

/** The properties of every tab of the editor that changes the draft. */
export interface PaneProps {
  content: DraftContent;
  problems: readonly EntryProblem[];
  isReadOnly: boolean;
  onChange: (change: ContentChange) => void;
}

/** Returns the targets of a reference as the options of its field. */
export function toOptions(list: readonly { slug: string; label: string }[]): Option[] {
  return list.map(({ slug, label }) => ({ value: slug, label: label || slug }));
}

/** Returns what the references in own fields can name. */
export function useReferences(choices: Choices): SchemaFieldProps['references'] {
  return useMemo(
    () =>
      Object.fromEntries(
        entryTypeNames.map((type) => [type, toOptions(choices.entries.filter((entry) => entry.type === type))]),
      ),
    [choices],
  );
}

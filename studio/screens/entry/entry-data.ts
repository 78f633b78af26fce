import type { TargetState } from '../../../contract/studio/content-operations.ts';
import type { Choices, OpenedEntry } from '../../../contract/studio/shapes.ts';

/** What the screen of an entry loads. */
export interface EntryData {
  opened: OpenedEntry;
  choices: ScreenChoices;
}

/** What fields can name; for the setting Menus with what is known of its targets. */
export type ScreenChoices = Choices & { targets?: TargetState[] };

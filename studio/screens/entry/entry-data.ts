import type { Choices, OpenedEntry } from '../../../contract/studio/shapes.ts';

/** What the screen of an entry loads. */
export interface EntryData {
  opened: OpenedEntry;
  choices: Choices;
}

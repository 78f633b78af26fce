import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import type { Position, TeamMember } from '../../../contract/record-shapes.ts';

export interface AboutData {
  entry: EntryDetail<'PAGE'>;
  positions: Position[];
  /** The position whose members are shown, null for everybody. */
  position: Position | null;
  members: TeamMember[];
}

import { use } from 'react';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { StudioSettingsContext } from '../context.ts';
import { describePath } from '../fields/change-property.ts';
import { useNow } from '../parts/relative-time.tsx';
import { formatClock, formatDay, formatTime } from '../parts/time.ts';
import styles from './save-line.module.css';
import type { SaveProblem, SaverSnapshot } from './save-state.ts';

function describeProblem({ message, fields }: SaveProblem, content: DraftContent): string {
  return [message, ...fields.map((field) => `${describePath(field.path, content.fields)}: ${field.message}.`)].join(
    ' ',
  );
}

/** Returns why the latest edit is not on the server. */
function describeReason({ state, problem, content }: SaverSnapshot): string {
  const request = problem?.requestId ? ` (request ${problem.requestId})` : '';
  switch (state) {
    case 'local':
      return 'The server could not be reached. This page keeps trying.';
    case 'failed':
      return `${problem?.message} This page keeps trying${request}.`;
    case 'signed-out':
      return 'Your session has ended.';
    case 'refused':
      return `The server refused the changes${request}. ${problem ? describeProblem(problem, content) : ''}`;
    case 'gone':
      return 'This entry has been removed.';
    default:
      return 'Somebody changed the same words. Choose below.';
  }
}

/** Formats the time of a save: the time of day or, of an earlier day, that too. */
function formatSaved(at: string, now: string, timeZone: string): string {
  return formatDay(at, timeZone) === formatDay(now, timeZone) ? formatClock(at, timeZone) : formatTime(at, timeZone);
}

/** Returns where the latest edit is, and why it is not on the server. */
function describeSaves(draft: SaverSnapshot, now: string, timeZone: string): string {
  const { state, savedAt, isOnDevice } = draft;
  if (state === 'saved') return savedAt ? `Saved ${formatSaved(savedAt, now, timeZone)}` : 'No changes yet';
  if (state === 'saving') return 'Saving…';
  const where = isOnDevice ? 'On this device only.' : 'Not saved anywhere yet: keep this page open.';
  return `${where} ${describeReason(draft)}`;
}

/** Renders the line that says where the latest edit is. */
export function SaveLine({ draft }: { draft: SaverSnapshot }) {
  const { timeZone } = use(StudioSettingsContext);
  const now = new Date(useNow()).toISOString();
  return (
    <p role="status" className={styles.line} data-state={draft.state} data-kept={draft.isOnDevice}>
      {describeSaves(draft, now, timeZone)}
    </p>
  );
}

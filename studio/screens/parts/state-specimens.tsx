import { createEmptyContent } from '../../../contract/studio/draft-content.ts';
import type { EntryState, EntrySummary } from '../../../contract/studio/shapes.ts';
import { EntryTable } from '../../parts/entry-table.tsx';
import { FailedForm } from '../../parts/failed-form.tsx';
import { Notice, RefusalNotice } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { PathList } from '../../parts/path-list.tsx';
import { RecoveryCodeList } from '../../parts/recovery-codes.tsx';
import { ConflictView } from '../../saving/conflict-view.tsx';
import { SaveLine } from '../../saving/save-line.tsx';
import type { SaverSnapshot } from '../../saving/save-state.ts';
import styles from './specimen.module.css';
import { StudioSpecimen } from './specimen.tsx';

const at = '2026-11-24T09:30:00Z';
const later = '2031-05-06T08:30:00Z';
const states: readonly (Partial<EntrySummary> & { title: string; state: EntryState })[] = [
  { title: 'A draft', state: 'DRAFT', isChanged: true, publishedAt: null },
  { title: 'A scheduled page', state: 'SCHEDULED', publishedAt: later },
  { title: 'A published page', state: 'PUBLISHED' },
  { title: 'A page with changes', state: 'PUBLISHED', isChanged: true, nextAt: later },
  { title: 'A page that will go', state: 'PUBLISHED', withdrawnAt: later },
  { title: 'A withdrawn page', state: 'WITHDRAWN', withdrawnAt: at },
];
const entries = states.map(
  (state, index): EntrySummary => ({
    id: index + 1,
    type: 'PAGE',
    slug: `page-${index + 1}`,
    isChanged: false,
    category: 'Networks',
    author: null,
    publishedAt: at,
    nextAt: null,
    withdrawnAt: null,
    savedAt: at,
    savedBy: 'Ada Lovelace',
    version: '1.d1',
    ...state,
  }),
);
const selection = {
  selected: new Map([[2, '2:1.d1']]),
  getValue: ({ id }: EntrySummary) => `${id}:1.d1`,
  toggle: () => undefined,
};

const content = createEmptyContent('Theirs');
const saved: SaverSnapshot = {
  state: 'saved',
  content,
  version: 'draft-1',
  savedAt: at,
  problem: null,
  isOnDevice: true,
  conflicts: [],
  merged: null,
  merges: 0,
};
const problem = {
  message: 'The summary is too long.',
  fields: [{ path: 'summary', message: 'must have at most 240 characters' }],
  requestId: 'req-77',
};
const saves: SaverSnapshot[] = [
  saved,
  { ...saved, state: 'saving' },
  { ...saved, state: 'local' },
  { ...saved, state: 'local', isOnDevice: false },
  { ...saved, state: 'failed', problem },
  { ...saved, state: 'refused', problem },
  { ...saved, state: 'signed-out' },
  { ...saved, state: 'conflict' },
  { ...saved, state: 'gone' },
];

/** Renders lists, notices, and what a screen says about the latest edit. */
export function StudioStateSpecimens() {
  return (
    <>
      <StudioSpecimen name="EntryTable, StateLabel, Pager">
        <div className={styles.stack}>
          <EntryTable entries={entries} caption="Entries in all states" selection={selection} />
          <Pager page={1} size={25} total={120} />
        </div>
      </StudioSpecimen>
      <StudioSpecimen name="SaveLine">
        <div className={styles.stack}>
          {saves.map((draft) => (
            <SaveLine key={`${draft.state} ${draft.isOnDevice}`} draft={draft} />
          ))}
        </div>
      </StudioSpecimen>
      <StudioSpecimen name="Notice, RefusalNotice">
        <div className={styles.stack}>
          <Notice>Published. Visitors now see it at /blog/what-fsync-promises.</Notice>
          <RefusalNotice refusal={{ message: 'Somebody has changed it since.', requestId: 'req-77' }} />
        </div>
      </StudioSpecimen>
      <StudioSpecimen name="ConflictView">
        <ConflictView
          conflicts={[{ path: 'title', offset: 0, base: 'Before', theirs: 'Theirs', ours: 'Mine' }]}
          merged={content}
          version="draft-2"
          onResolved={() => undefined}
        />
      </StudioSpecimen>
      <StudioSpecimen name="FailedForm">
        <FailedForm isSignedOut values={{ title: 'A title that was typed', summary: 'Typed after the end' }} />
      </StudioSpecimen>
      <StudioSpecimen name="PathList, RecoveryCodeList">
        <PathList label="Pages that change" paths={['/', '/blogs', '/blog/what-fsync-promises']} />
        <RecoveryCodeList codes={['4f2k-9d1m-7h3q', '8s6t-2v5w-1x0z']} />
      </StudioSpecimen>
    </>
  );
}

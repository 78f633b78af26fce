import { type ComponentType, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { useTypeNames } from '../../context.ts';
import { changeAt } from '../../fields/change-property.ts';
import { type FieldEditing, FieldEditingContext, type FieldTarget } from '../../fields/props.ts';
import { ScreenLayout } from '../../parts/page.tsx';
import type { DraftSaver } from '../../saving/save-state.ts';
import { readSections } from '../../sections/section-values.ts';
import { DetailsPanel } from './details-panel.tsx';
import { EntryActions } from './entry-actions.tsx';
import type { EntryData } from './entry-data.ts';
import { EntryNotices } from './entry-notices.tsx';
import styles from './entry-screen.module.css';
import { EntryState } from './entry-state.tsx';
import { FactsPane, type FieldsPaneProps } from './facts-pane.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { useOpenEntry } from './use-open-entry.ts';
import { usePlaces } from './use-places.ts';
import { type EntryProblem, useProblems } from './use-problems.ts';
import { WritePane } from './write-pane.tsx';

/** Returns what the fields of a draft share with its screen. */
function useFieldEditing(
  saver: DraftSaver,
  merges: number,
  target: FieldTarget | null,
  isNamed: boolean,
): FieldEditing {
  return useMemo(
    () => ({
      merges,
      target,
      isNamed,
      editAfterPaint: (path, read) =>
        saver.editAfterPaint(() => changeAt(saver.getSnapshot().content, path.split('.'), read()) as DraftContent),
      applyWaiting: saver.applyWaiting,
    }),
    [saver, merges, target, isNamed],
  );
}

/** Renders the screen of one entry: its text, its details and its preview beside each other, and the actions on it. */
export function EntryScreen({
  data: { opened: loaded, choices },
  title,
  Fields = FactsPane,
  tabs,
}: {
  data: EntryData;
  /** The title of the screen; without it, the title of the entry. */
  title?: string;
  /** Edits the own fields of a setting. */
  Fields?: ComponentType<FieldsPaneProps>;
  /** Leads to the other screens of the same row of the rail. */
  tabs?: ReactNode;
}) {
  const getTypeName = useTypeNames();
  const screen = useOpenEntry(loaded);
  const { opened, saver, draft, runAction } = screen;
  const { entry } = opened;
  const root = useRef<HTMLDivElement>(null);
  const places = usePlaces(entry.type, root);
  const { view, details } = places;
  const [isPublishing, setPublishing] = useState(false);
  const isUnfinished = opened.canPublish && entry.state === 'DRAFT' && entry.id > 0;
  const { problems, left, setProblems } = useProblems(entry.id, draft, isUnfinished);
  const editing = useFieldEditing(saver, draft.merges, places.target, entry.type === 'SETTING');
  const { content } = draft;
  const isSaved = draft.state === 'saved';

  const { showChanged } = screen;
  /** Ends what an action began, and shows the entry as the action has changed it. */
  const finish = useCallback(
    (changed: OpenedEntry, message: string) => {
      showChanged(changed, message);
      setProblems([]);
      setPublishing(false);
    },
    [showChanged, setProblems],
  );

  /** Shows the field of a path. */
  function goTo(problem: Pick<EntryProblem, 'path' | 'line'>): void {
    setPublishing(false);
    places.goTo(problem);
  }

  /** Shows the form of a section that was pressed in the preview. */
  function goToSection(id: string): void {
    const index = readSections(content.fields.sections).findIndex((section) => section.id === id);
    if (index !== -1) goTo({ path: `fields.sections.${index}` });
  }

  const pane = {
    opened,
    choices,
    content,
    problems,
    isReadOnly: !opened.canWrite,
    onChange: saver.edit,
  };
  return (
    <FieldEditingContext value={editing}>
      <ScreenLayout
        title={title ?? (content.title || 'Untitled')}
        parent={title ? undefined : { to: `/studio/content?type=${entry.type}`, label: getTypeName(entry.type) }}
        hasOwnTitle={!title}
        state={<EntryState entry={entry} draft={draft} left={left} onVersion={screen.takeOver} />}
        actions={
          <EntryActions
            opened={opened}
            draft={draft}
            places={places}
            onSubmit={() => goTo({ path: 'review' })}
            onPublish={() => void saver.flush().then(() => setPublishing(true))}
          />
        }
      >
        {tabs}
        <EntryNotices screen={screen} />
        <div ref={root} className={styles.panes} data-view={view} data-details={details}>
          {view !== 'Preview' && (
            <WritePane
              {...pane}
              Fields={Fields}
              version={draft.version}
              merges={draft.merges}
              line={places.line}
              onEditBody={(read) => saver.editAfterPaint(() => ({ body: read() }))}
              onPreview={places.previewSection}
              onProblem={goTo}
            />
          )}
          {view !== 'Write' && (
            <PreviewPane
              entry={entry}
              content={content}
              version={draft.version}
              isSaving={draft.state === 'saving'}
              section={places.section}
              field={places.target?.path}
              onSection={entry.type === 'PAGE' ? goToSection : undefined}
            />
          )}
          <DetailsPanel
            {...pane}
            saver={saver}
            isDraft={draft.version.startsWith('draft-')}
            isSaved={isSaved}
            runAction={runAction}
            onProblems={setProblems}
            onDone={finish}
          />
        </div>
        {isPublishing && (
          <PublishDialog
            opened={opened}
            version={draft.version}
            merges={draft.merges}
            content={content}
            isSaved={isSaved}
            runAction={runAction}
            onProblem={goTo}
            onProblems={setProblems}
            onPublished={finish}
            onClose={() => setPublishing(false)}
          />
        )}
      </ScreenLayout>
    </FieldEditingContext>
  );
}

import { useEffect, useRef, useState } from 'react';
import { Link, useActionData } from 'react-router';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { OpenedEntry, SavedDraft } from '../../../contract/studio/shapes.ts';
import { useClient } from '../../context.ts';
import { describePath } from '../../fields/describe-path.ts';
import { FieldEditingContext, type FieldTarget } from '../../fields/editing-context.ts';
import { Button, buttonLink } from '../../parts/button.tsx';
import { StateLabel } from '../../parts/entry-table.tsx';
import { Notice, RefusalNotice } from '../../parts/notice.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';
import { ConflictView } from '../../saving/conflict-view.tsx';
import { RemovedEntry } from '../../saving/removed-entry.tsx';
import { SaveLine } from '../../saving/save-line.tsx';
import { SignInAgain } from '../../saving/sign-in-dialog.tsx';
import { takeTypedTexts } from '../../saving/typed-before-hydration.ts';
import { useDraft } from '../../saving/use-draft.ts';
import type { ActionRefusal } from '../../screen.ts';
import { readSections } from '../../sections/section-values.ts';
import { AddressPane } from './address-pane.tsx';
import { Choice } from './choice.tsx';
import type { EntryData } from './entry-data.ts';
import styles from './entry-screen.module.css';
import { FactsPane } from './facts-pane.tsx';
import { PresenceLine } from './presence-line.tsx';
import type { SectionRequest } from './preview-frames.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { PublishButton } from './publish-button.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { readUnsavedForm } from './save-form.ts';
import { SchedulePane } from './schedule-pane.tsx';
import { SectionsPane } from './sections-pane.tsx';
import { findTab, listTabs, type Tab } from './tabs.ts';
import { TextPane } from './text-pane.tsx';
import { useEntryAction } from './use-entry-action.ts';
import { useFieldEditing } from './use-field-editing.ts';
import { type EntryProblem, focusField, useProblems } from './use-problems.ts';
import { WithdrawForms } from './withdraw-forms.tsx';

const views = ['Write', 'Split', 'Preview'] as const;
type ViewMode = (typeof views)[number];

function describeRename(links: number): string {
  if (links === 0) return 'Renamed. No text linked here.';
  if (links === 1) return 'Renamed. One text that linked here now leads to the new address.';
  return `Renamed. ${links} texts that linked here now lead to the new address.`;
}

/** Renders the screen of one entry: its fields beside its preview, and the actions on it. */
export function EntryScreen({ data }: { data: EntryData }) {
  const [opened, setOpened] = useState(data.opened);
  const [loaded, setLoaded] = useState(data.opened);
  const client = useClient();
  const sent = useActionData<{
    refusal?: ActionRefusal;
    done?: string;
    conflict?: SavedDraft;
    values?: ActionRefusal['values'];
  }>();
  const { saver, draft } = useDraft(data.opened, readUnsavedForm(data.opened, sent));
  const runAction = useEntryAction(data.opened.entry.id, saver, setOpened);
  const tabs = listTabs(data.opened.entry.type, data.opened.content.body);
  const [tab, setTab] = useState<Tab>(tabs[0] ?? 'Facts');
  const [view, setView] = useState<ViewMode>('Split');
  const [isPublishing, setPublishing] = useState(false);
  const { problems, setProblems } = useProblems(data.opened.entry.id, draft);
  const [target, setTarget] = useState<FieldTarget | null>(null);
  const [shownSection, setShownSection] = useState<SectionRequest | null>(null);
  const panes = useRef<HTMLDivElement>(null);
  const [line, setLine] = useState<{ line: number; request: number } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { entry } = opened;

  useEffect(() => {
    const typed = takeTypedTexts(['title', 'summary', 'body']);
    if (Object.keys(typed).length > 0) saver.edit(typed);
  }, [saver]);

  // The loader runs again after each form of this screen.
  if (loaded !== data.opened) {
    setLoaded(data.opened);
    setOpened(data.opened);
    setDone(null);
  }
  // The form may have changed the draft, as undoing a publication does. Unsaved words are merged by their next save.
  useEffect(() => {
    const { version, state } = saver.getSnapshot();
    if (data.opened.version === version || state !== 'saved') return;
    // Asks again between two saves: a save may have been stored after the screen was loaded.
    void saver.runAction(() => client.call('openEntry', { id: data.opened.entry.id })).catch(() => undefined);
  }, [saver, client, data.opened]);

  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void saver.flush();
    };
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, [saver]);

  /** Shows the entry as an action has changed it, with a message. */
  function showChanged(changed: OpenedEntry, message: string): void {
    setOpened(changed);
    setProblems([]);
    setDone(message);
    setPublishing(false);
  }

  // The dialog or the button that had the focus may be gone.
  useEffect(() => {
    if (done && document.activeElement === document.body) heading.current?.focus();
  }, [done]);

  /** Shows a part of the entry from its beginning. */
  function openTab(next: Tab): void {
    setTab(next);
    setLine(null);
  }

  /** Shows the field of a path. */
  function goTo({ path, line: place = null }: Pick<EntryProblem, 'path' | 'line'>): void {
    setPublishing(false);
    openTab(findTab(tabs, path));
    if (view === 'Preview') setView('Write');
    if (path === 'body') setLine({ line: place ?? 1, request: Date.now() });
    else setTarget({ path, line: place, request: Date.now() });
  }
  useEffect(() => {
    if (target && panes.current) focusField(panes.current, target.path);
  }, [target]);

  const editing = useFieldEditing(saver, draft.merges, target);

  /** Shows a section in the preview. */
  function previewSection(id: string): void {
    if (view === 'Write') setView('Split');
    setShownSection({ id, request: Date.now() });
  }

  /** Shows the form of a section that was pressed in the preview. */
  function goToSection(id: string): void {
    const index = readSections(draft.content.fields.sections).findIndex((section) => section.id === id);
    if (index !== -1) goTo({ path: `fields.sections.${index}` });
  }

  // What is typed into facts before the script has loaded would not be saved.
  const hasScript = useHasScript();
  const { content } = draft;
  const common = { content, problems, isReadOnly: !opened.canWrite, onChange: saver.edit };
  const fields = { schema: opened.fieldsSchema, choices: data.choices };
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <div className={styles.names}>
          <h1 ref={heading} tabIndex={-1} dir="auto" className={styles.title}>
            {content.title || 'Untitled'}
          </h1>
          <p className={styles.meta}>
            <StateLabel entry={entry} />{' '}
            {entry.state === 'PUBLISHED' && <a href={getEntryPath(entry.type, entry.slug)}>Open on the site</a>}
          </p>
          <SaveLine draft={draft} />
          <PresenceLine entryId={entry.id} />
        </div>
        <div className={styles.actions}>
          <Choice label="View" options={views} value={view} onChange={setView} />
          {(['Share', 'History'] as const).map((name) => (
            <Link
              key={name}
              to={`/studio/content/${entry.id}/${name.toLowerCase()}`}
              discover="none"
              className={buttonLink.quiet}
            >
              {name}
            </Link>
          ))}
          {opened.canPublish && (
            <PublishButton
              entry={entry}
              draft={draft}
              onPress={() => void saver.flush().then(() => setPublishing(true))}
            />
          )}
        </div>
      </div>
      <RefusalNotice refusal={sent?.refusal}>
        <ul>
          {sent?.refusal?.fields.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {describePath(path, draft.content.fields)}: {message}
            </li>
          ))}
        </ul>
      </RefusalNotice>
      <SignInAgain draft={draft} onSignedIn={() => void saver.flush()} />
      <Notice>{done ?? sent?.done}</Notice>
      {!opened.canWrite && <Notice>You can only read this entry. Ask an editor to change it.</Notice>}
      {draft.state === 'conflict' && draft.merged && (
        <ConflictView
          conflicts={draft.conflicts}
          merged={draft.merged}
          version={sent?.conflict?.version ?? draft.version}
          onResolved={(content) => {
            saver.resolve(content);
            // The form that has the focus goes away.
            heading.current?.focus();
          }}
        />
      )}
      {draft.state === 'gone' && <RemovedEntry type={entry.type} content={content} onSaved={saver.discard} />}
      <div ref={panes} className={styles.panes} data-view={view}>
        {view !== 'Preview' && (
          <PostForm className={styles.write} onSubmit={(event) => event.preventDefault()}>
            <input type="hidden" name="intent" value="save" />
            <input type="hidden" name="version" value={draft.version} />
            <Choice label="Part of the entry" options={tabs} value={tab} onChange={openTab} />
            {tab === 'Text' && (
              <TextPane
                {...common}
                onEditBody={(read) => saver.editAfterPaint(() => ({ body: read() }))}
                merges={draft.merges}
                line={line}
                onProblem={goTo}
              />
            )}
            {tab === 'Sections' && (
              <FieldEditingContext value={editing}>
                <SectionsPane {...common} {...fields} onPreview={previewSection} />
              </FieldEditingContext>
            )}
            {tab === 'Facts' && <FactsPane {...common} {...fields} isReadOnly={!opened.canWrite || !hasScript} />}
            {tab === 'Address and search' && (
              <AddressPane
                {...common}
                opened={opened}
                choices={data.choices}
                runAction={runAction}
                onRenamed={(changed, count) => showChanged(changed, describeRename(count))}
              />
            )}
            {tab === 'Schedule' && (
              <SchedulePane
                opened={opened}
                fields={content.fields}
                runAction={runAction}
                onRefused={setProblems}
                onDone={showChanged}
              />
            )}
            {opened.canWrite && (
              <noscript>
                <p>To change the facts, the address or the schedule, turn on JavaScript in your browser.</p>
                <Button type="submit" look="primary">
                  Save
                </Button>
              </noscript>
            )}
          </PostForm>
        )}
        {view !== 'Write' && (
          <PreviewPane
            entry={entry}
            content={content}
            version={draft.version}
            section={shownSection}
            onSection={entry.type === 'PAGE' ? goToSection : undefined}
          />
        )}
      </div>
      <ReviewPanel
        opened={opened}
        isDraft={draft.version.startsWith('draft-')}
        isSaved={draft.state === 'saved'}
        saver={saver}
      />
      <WithdrawForms opened={opened} />
      {isPublishing && (
        <PublishDialog
          opened={opened}
          version={draft.version}
          merges={draft.merges}
          fields={content.fields}
          isSaved={draft.state === 'saved'}
          runAction={runAction}
          onProblem={goTo}
          onProblems={setProblems}
          onPublished={showChanged}
          onClose={() => setPublishing(false)}
        />
      )}
    </div>
  );
}

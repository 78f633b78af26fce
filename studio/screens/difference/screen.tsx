import { use, useEffect, useRef } from 'react';
import type { OpenedVersion } from '../../../contract/studio/history-operations.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { ActionOutcome } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Panel, Section } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formatTime } from '../../parts/time.ts';
import { quoteTitle } from '../../parts/title.ts';
import { describeState, describeStoring, nameVersion } from '../../parts/versions.ts';
import { readChoice, readFields } from '../../read-fields.ts';
import type { Screen } from '../../screen.ts';
import { type ChangePart, type FieldChange, listChanges } from './list-changes.ts';
import styles from './screen.module.css';

interface FrameProps {
  title: string;
  entryId: number;
  version: string;
  /** The other version of the comparison. Differences from it are marked. */
  compared?: Record<string, string>;
  onLoad?: () => void;
}

function Frame({ title, entryId, version, compared = {}, onLoad }: FrameProps) {
  const query = new URLSearchParams({ entry: String(entryId), version, ...compared });
  return (
    <iframe
      src={`/studio/preview?${query}`}
      title={title}
      onLoad={onLoad}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      className={styles.frame}
    />
  );
}

/** Scrolls both pages to their first difference. What stands above it is equal, so it is as far down in both. */
function showFirstChange(sides: HTMLElement | null): void {
  const pages = [...(sides?.querySelectorAll('iframe') ?? [])].flatMap(({ contentDocument }) => contentDocument ?? []);
  const tops = pages.flatMap((page) => {
    const change = page.querySelector('.preview-change');
    return change ? change.getBoundingClientRect().top + (page.defaultView?.scrollY ?? 0) : [];
  });
  if (tops.length === 0) return;
  for (const page of pages) page.defaultView?.scrollTo({ top: Math.min(...tops) - 200, behavior: 'instant' });
}

/** Shows the pages of two versions, with what differs marked; or the page of one version. */
function RenderedDifference({ entryId, before, after }: { entryId: number; before: string | null; after: string }) {
  const sides = useRef<HTMLDivElement>(null);
  // Pages that the server sent may have loaded before this script.
  useEffect(() => showFirstChange(sides.current), []);
  if (before === null) return <Frame title="The page of this version" entryId={entryId} version={after} />;
  const show = () => showFirstChange(sides.current);
  return (
    <div ref={sides} className={styles.sides}>
      <Frame title="The page before" entryId={entryId} version={before} compared={{ after }} onLoad={show} />
      <Frame title="The page after" entryId={entryId} version={after} compared={{ before }} onLoad={show} />
    </div>
  );
}

/**
 * Renders the forms that make a version the draft, or keep a save under a name. A save without a name may be removed
 * after a day, when saves are thinned to one a minute.
 */
function VersionForms({
  version: { version, number },
  opened,
  name,
}: {
  version: OpenedVersion;
  opened: OpenedEntry;
  name: string;
}) {
  return (
    <div className={form.form}>
      {version !== opened.version && (
        <PostForm sends={{ version: opened.version, shown: version }}>
          <Submit intent="restore" aria-label={`Make this the draft: ${name}`} label="Make this the draft" />
        </PostForm>
      )}
      {number === null && (
        <PostForm className={fieldRow.row} sends={{ shown: version }}>
          <TextField label="Keep it under a name" name="label" required maxLength={80} autoComplete="off" />
          <div className={fieldRow.action}>
            <Submit intent="keep" aria-label={`Keep this version: ${name}`} label="Keep" />
          </div>
        </PostForm>
      )}
    </div>
  );
}

interface Data {
  opened: OpenedEntry;
  /** The version before; null if one version is shown alone. */
  before: OpenedVersion | null;
  after: OpenedVersion;
}

/** Shows what a version is, and what can be done with it. */
function Side({ title, version, opened }: { title: string; version: OpenedVersion; opened: OpenedEntry }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <Panel title={title} isPadded>
      <p>
        <strong>{nameVersion(version, timeZone)}</strong>{' '}
        <span className={form.soft}>
          {[
            formatTime(version.storedAt, timeZone),
            describeStoring(version),
            describeState(version, opened.entry.state),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {opened.canWrite && <VersionForms version={version} opened={opened} name={nameVersion(version, timeZone)} />}
    </Panel>
  );
}

function Part({ part }: { part: ChangePart }) {
  if (part.kind === 'omitted') return <span className={form.soft}>{`… ${part.lines} lines without a change …\n`}</span>;
  if (part.kind === 'same') return part.text;
  return part.kind === 'added' ? <ins>{part.text}</ins> : <del>{part.text}</del>;
}

/** Shows the fields that differ, as their texts are written. */
function SourceDifference({ changes }: { changes: FieldChange[] }) {
  return changes.map(({ label, parts }) => (
    <figure key={label} className={styles.field}>
      <figcaption>{label}</figcaption>
      <pre className={styles.difference}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
          <Part key={index} part={part} />
        ))}
      </pre>
    </figure>
  ));
}

function View({ data: { opened, before, after } }: { data: Data }) {
  const changes = before ? listChanges(before.content, after.content) : [];
  const { entry } = opened;
  return (
    <ScreenLayout
      title={before ? 'Two versions' : 'A version'}
      parent={{ to: `/studio/content/${entry.id}`, label: entry.title || 'Untitled' }}
      actions={<ButtonLink to={`/studio/content/${entry.id}/history`} label="History" />}
    >
      <ActionOutcome />
      <div className={styles.sides}>
        {before && <Side title="Before" version={before} opened={opened} />}
        <Side title={before ? 'After' : 'This version'} version={after} opened={opened} />
      </div>
      {before && changes.length === 0 ? (
        <p>The two versions are the same, word for word.</p>
      ) : (
        <>
          <Section title="What changed" isShown={before !== null}>
            <SourceDifference changes={changes} />
          </Section>
          <Section title={before ? 'As visitors would see it' : 'The page'}>
            <RenderedDifference entryId={entry.id} before={before?.version ?? null} after={after.version} />
          </Section>
        </>
      )}
    </ScreenLayout>
  );
}

/**
 * Shows one version of an entry, or compares two. A version can be restored as the draft or kept as a revision. Works
 * without JavaScript.
 */
export const screen: Screen<Data> = {
  title: ({ opened: { entry } }) => `Versions of ${quoteTitle(entry.title)}`,
  loader: async ({ client, params }) => {
    const id = Number(params.id);
    const versions = (params.range ?? '').split('..');
    const read = (version = '') => client.call('entryVersion', { id, version });
    const [opened, after, before] = await Promise.all([
      client.call('openEntry', { id }),
      read(versions.at(-1)),
      versions.length > 1 ? read(versions[0]) : null,
    ]);
    return { opened, before, after };
  },
  action: async ({ client, params, form }) => {
    const id = Number(params.id);
    const { shown } = readFields(form, 'shown');
    if (readChoice(form, 'intent', ['keep', 'restore']) === 'keep') {
      const { label } = readFields(form, 'label');
      const { number } = await client.call('keepVersion', { id, version: shown, label });
      return { done: `Kept as revision ${number}.` };
    }
    await client.call('restoreVersion', { id, version: readFields(form, 'version').version, restored: shown });
    return { to: `/studio/content/${id}` };
  },
  View,
};

import { Clock3 } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { toInstant } from '../../../contract/content/local-time.ts';
import { isolateText } from '../../../contract/content/text-direction.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { findPublishObstacle } from '../../../contract/studio/find-publish-obstacle.ts';
import type { EntryCheck, EntrySummary, OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext, useClient } from '../../context.ts';
import { describePath } from '../../fields/change-property.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MomentField } from '../../parts/moment.tsx';
import { Notice, RefusalNotice } from '../../parts/notice.tsx';
import { PathList } from '../../parts/path-list.tsx';
import { formatDay, formatTime } from '../../parts/time.ts';
import { getVersionPath } from '../../parts/versions.ts';
import type { DraftSaver, SaverSnapshot } from '../../saving/save-state.ts';
import { Choice } from './choice.tsx';
import styles from './publish-dialog.module.css';
import type { EntryProblem } from './use-problems.ts';

/** Lists what stands in the way of publishing. Each problem leads to its field. */
function ProblemList({
  problems,
  fields,
  onProblem,
}: {
  problems: readonly EntryProblem[];
  /** The own fields of the entry, whose sections the problems name. */
  fields: Record<string, unknown>;
  onProblem: (problem: EntryProblem) => void;
}) {
  return (
    <ul className={styles.list}>
      {problems.map((problem) => (
        <li key={`${problem.path} ${problem.line} ${problem.message}`}>
          <Button className={styles.problem} onClick={() => onProblem(problem)}>
            {describePath(problem.path, fields)}
            {problem.line ? `, line ${problem.line}` : ''}: {problem.message}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const timings = ['Right now', 'At a time'] as const;

/** Says what the check of an entry has found: what visitors will see, or how many problems are left. */
function describeCheck(
  { problems, path }: EntryCheck,
  { type, state, publishedAt }: EntrySummary,
  isNow: boolean,
  timeZone: string,
): string {
  if (problems.length === 1) return 'This cannot be published yet. One problem is left:';
  if (problems.length > 1) return `This cannot be published yet. ${problems.length} problems are left:`;
  const time = isNow ? 'within a second' : 'from the time below on';
  if (type === 'SETTING') return `Visitors will see this on every page ${time}.`;
  const isBack = state === 'WITHDRAWN' && publishedAt !== null;
  const again = isBack && `it again, dated ${formatDay(publishedAt, timeZone)},`;
  const seen = again || (publishedAt === null ? 'this' : 'the new text');
  return `Visitors will see ${seen} at ${path} ${time}, and in the search and the feeds.`;
}

/** Returns the names of what differs from what visitors see, and its version; null until it is known. */
function useDifference({ id, state }: EntrySummary, content: DraftContent) {
  const client = useClient();
  const [found, setFound] = useState<{ live: string; names: string[] } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared once, when the dialog opens
  useEffect(() => {
    if (state !== 'PUBLISHED') return;
    const compare = async () => {
      const [{ listChanges }, { items }] = await Promise.all([
        import('../difference/list-changes.ts'),
        client.call('entryHistory', { id, kind: 'REVISION' }),
      ]);
      const live = items.find(({ isLive }) => isLive)?.version;
      if (!live) return;
      const before = await client.call('entryVersion', { id, version: live });
      const names = listChanges(before.content, content).map(({ label }) => label);
      if (names.length > 0) setFound({ live, names });
    };
    // The dialog says what publishing does without this, too.
    compare().catch(() => undefined);
  }, []);
  return found;
}

/**
 * Asks once before publishing, with its effects; or lists what stands in the way, each point a link to its field. A
 * text that others change while the dialog is open is not published until the user has seen it.
 */
export function PublishDialog({
  opened,
  version,
  merges,
  content,
  isSaved,
  runAction,
  onProblem,
  onProblems,
  onPublished,
  onClose,
}: {
  opened: OpenedEntry;
  version: string;
  /** Counts the changes of the text that the user did not type. */
  merges: number;
  content: DraftContent;
  isSaved: boolean;
  runAction: DraftSaver['runAction'];
  onProblem: (problem: EntryProblem) => void;
  onProblems: (problems: EntryProblem[]) => void;
  onPublished: (opened: OpenedEntry, message: string) => void;
  onClose: () => void;
}) {
  const client = useClient();
  const { entry } = opened;
  const [check, setCheck] = useState<EntryCheck | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [seenMerges] = useState(merges);
  const isChanged = merges !== seenMerges;
  const difference = useDifference(entry, content);
  const { timeZone } = use(StudioSettingsContext);
  const [timing, setTiming] = useState<(typeof timings)[number]>('Right now');
  const [moment, setMoment] = useState('');
  const [wrongTime, setWrongTime] = useState<string | undefined>();
  const isNow = timing === 'Right now';
  const at = isNow ? null : (toInstant(moment, timeZone)?.toISOString() ?? null);
  const isReady = isSaved && !isChanged && !isBusy && (isNow || at !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once, when the dialog opens
  useEffect(() => {
    client.call('checkEntry', { id: entry.id }).then(
      (answer) => {
        setCheck(answer);
        onProblems(answer.problems);
      },
      (error: unknown) => setRefusal(error instanceof Error ? error.message : 'The check failed.'),
    );
  }, []);

  /** Publishes the text, or schedules it, and returns what to say about that. */
  async function send(): Promise<[OpenedEntry, string]> {
    const { id, type } = entry;
    if (at === null) {
      const published = await runAction(() => client.call('publishEntry', { id, version }));
      const place = type === 'SETTING' ? 'on every page' : `at ${check?.path}`;
      return [published, `Published. Visitors now see it ${place}.`];
    }
    const scheduled = await runAction(() => client.call('scheduleEntry', { id, version, at }));
    return [scheduled, `Scheduled for ${formatTime(at, timeZone, 'weekday')} in ${timeZone}.`];
  }

  async function publish(): Promise<void> {
    setRefusal(null);
    setWrongTime(undefined);
    setBusy(true);
    try {
      onPublished(...(await send()));
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      const isOfTime = error.fields.some(({ path }) => path === 'at');
      if (isOfTime) setWrongTime(error.message);
      else setRefusal(error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title="Publish" onClose={onClose}>
      <RefusalNotice refusal={refusal === null || isChanged ? null : { message: refusal, requestId: null }} />
      {!isSaved && <Notice kind="alert">Your latest changes are not saved yet, so they would not be published.</Notice>}
      {isChanged && (
        <Notice kind="alert">
          Other changes were added to the text while this dialog was open. Close it and read them before you publish.
        </Notice>
      )}
      <p role="status">
        {check ? describeCheck(check, entry, isNow, timeZone) : refusal === null ? 'Checking…' : null}
      </p>
      {check && check.problems.length > 0 && (
        <ProblemList problems={check.problems} fields={content.fields} onProblem={onProblem} />
      )}
      {check && check.problems.length === 0 && (
        <>
          {difference && (
            <p>
              What changes: {new Intl.ListFormat('en-GB').format(difference.names.map((name) => isolateText(name)))}.{' '}
              <Link to={getVersionPath(entry.id, difference.live, version)}>Compare</Link>
            </p>
          )}
          {entry.type !== 'SETTING' && (
            <PathList label="Other pages that show it:" paths={check.pages.filter((path) => path !== check.path)} />
          )}
          <PathList
            label={
              check.linkedFrom.length === 1 ? 'One page links here:' : `${check.linkedFrom.length} pages link here:`
            }
            paths={check.linkedFrom}
          />
          <Choice label="When" options={timings} value={timing} onChange={setTiming} />
          {!isNow && <MomentField label="Publish at" value={moment} error={wrongTime} onChange={setMoment} />}
          {/* A button with the attribute `disabled` would lose the focus. */}
          <Button look="primary" aria-disabled={!isReady} onClick={() => isReady && void publish()}>
            {isNow ? 'Publish now' : at === null ? 'Schedule' : `Schedule for ${formatTime(at, timeZone, 'weekday')}`}
          </Button>
        </>
      )}
    </Dialog>
  );
}

/** Returns when the text that is saved now will be published by a schedule; null without such a schedule. */
function findSchedule({ state, publishedAt, nextAt }: EntrySummary, isChanged: boolean): string | null {
  if (isChanged) return null;
  return state === 'SCHEDULED' ? publishedAt : nextAt;
}

/**
 * Renders the button that opens the publish dialog; without JavaScript, a link to the plan. Its words say what
 * publishing would do. While visitors already see the text, the button says so and does nothing. Typing and saving
 * count at once, before the entry is loaded again.
 */
export function PublishButton({
  entry,
  draft,
  onPress,
}: {
  entry: EntrySummary;
  draft: SaverSnapshot;
  onPress: () => void;
}) {
  const { timeZone } = use(StudioSettingsContext);
  const isChanged = draft.state !== 'saved' || draft.version.startsWith('draft-');
  const isReady = findPublishObstacle({ ...entry, isChanged }) === null;
  const scheduledAt = findSchedule(entry, isChanged);
  const publish = entry.state === 'PUBLISHED' ? 'Publish changes' : 'Publish';
  const words = scheduledAt ? `Scheduled for ${formatDay(scheduledAt, timeZone)}` : publish;
  return (
    <>
      {/* A button with the attribute `disabled` would lose the focus. */}
      <Button
        id="publish"
        look={isReady && !scheduledAt ? 'primary' : 'quiet'}
        aria-disabled={!isReady}
        onClick={() => isReady && onPress()}
      >
        {scheduledAt && <Icon of={Clock3} />}
        {isReady ? words : 'Nothing to publish'}
      </Button>
      {isReady && (
        <noscript>
          <ButtonLink
            to={`/studio/content/bulk?kind=PUBLISH&from=entry&entry=${entry.id}.${entry.version}`}
            look="primary"
            label={publish}
          />
        </noscript>
      )}
    </>
  );
}

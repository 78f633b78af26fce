import { useEffect, useState } from 'react';
import { isolateText } from '../../../contract/content/text-direction.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { EntryCheck, EntrySummary, OpenedEntry } from '../../../contract/studio/shapes.ts';
import { useClient } from '../../context.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice, RefusalNotice } from '../../parts/notice.tsx';
import { PathList } from '../../parts/path-list.tsx';
import type { DraftSaver } from '../../saving/save-state.ts';
import { ProblemList } from './problem-list.tsx';
import type { EntryProblem } from './use-problems.ts';

/** Says what the check of an entry has found: what visitors will see, or how many problems are left. */
function describeCheck({ problems, path }: EntryCheck, { type, publishedAt }: EntrySummary): string {
  if (problems.length === 1) return 'This cannot be published yet. One problem is left:';
  if (problems.length > 1) return `This cannot be published yet. ${problems.length} problems are left:`;
  if (type === 'SETTING') return 'Visitors will see this on every page within a second.';
  const seen = publishedAt === null ? 'this' : 'the new text';
  return `Visitors will see ${seen} at ${path} within a second, and in the search and the feeds.`;
}

/**
 * Asks once before publishing, with its effects; or lists what stands in the way, each point a link to its field. A
 * text that others change while the dialog is open is not published until the user has seen it.
 */
export function PublishDialog({
  opened,
  version,
  merges,
  fields,
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
  /** The own fields of the draft. */
  fields: Record<string, unknown>;
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
  const isReady = isSaved && !isChanged && !isBusy;

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

  async function publish(): Promise<void> {
    setRefusal(null);
    setBusy(true);
    try {
      const published = await runAction(() => client.call('publishEntry', { id: entry.id, version }));
      const place = entry.type === 'SETTING' ? 'on every page' : `at ${check?.path}`;
      onPublished(published, `Published. Visitors now see it ${place}.`);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setRefusal(error.message);
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
      <p role="status">{check ? describeCheck(check, entry) : refusal === null ? 'Checking…' : null}</p>
      {check && check.problems.length > 0 && (
        <ProblemList problems={check.problems} fields={fields} onProblem={onProblem} />
      )}
      {check && check.problems.length === 0 && (
        <>
          {entry.type !== 'SETTING' && <PathList label="The pages that show it:" paths={check.pages} />}
          {check.linkedFrom.length > 0 && (
            <p>
              {check.linkedFrom.length === 1 ? 'One page links' : `${check.linkedFrom.length} pages link`} here:{' '}
              {check.linkedFrom.map(({ title }) => isolateText(title)).join(', ')}
            </p>
          )}
          {/* A button with the attribute `disabled` would lose the focus. */}
          <Button look="primary" aria-disabled={!isReady} onClick={() => isReady && void publish()}>
            Publish now
          </Button>
        </>
      )}
    </Dialog>
  );
}

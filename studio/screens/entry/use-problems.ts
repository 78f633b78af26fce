import { useEffect, useState } from 'react';
import type { FieldError } from '../../../contract/http/errors.ts';
import { useClient } from '../../context.ts';
import type { SaverSnapshot } from '../../saving/save-state.ts';

/** A reason why an entry cannot be published. A problem of the text has a line. */
export type EntryProblem = FieldError & { line?: number | null };

/**
 * Keeps the problems that prevent publishing. While there are any, every saved change is checked again, so that a
 * problem disappears when it is solved.
 */
export function useProblems(entryId: number, { state, version }: Pick<SaverSnapshot, 'state' | 'version'>) {
  const client = useClient();
  const [{ problems, checked }, setChecked] = useState<{ problems: EntryProblem[]; checked: string }>({
    problems: [],
    checked: '',
  });
  const isOutdated = problems.length > 0 && state === 'saved' && checked !== version;
  useEffect(() => {
    if (!isOutdated) return undefined;
    const leaving = new AbortController();
    client.call('checkEntry', { id: entryId }, { signal: leaving.signal }).then(
      (answer) => setChecked({ problems: answer.problems, checked: version }),
      // The problems of the last check stay until the next saved change.
      () => undefined,
    );
    return () => leaving.abort();
  }, [client, entryId, version, isOutdated]);
  return { problems, setProblems: (found: EntryProblem[]) => setChecked({ problems: found, checked: version }) };
}

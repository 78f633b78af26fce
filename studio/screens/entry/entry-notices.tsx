import { describePath } from '../../fields/change-property.ts';
import { Notice, RefusalNotice, Result } from '../../parts/notice.tsx';
import { ConflictView } from '../../saving/conflict-view.tsx';
import { RemovedEntry } from '../../saving/removed-entry.tsx';
import { SignInAgain } from '../../saving/sign-in-dialog.tsx';
import { focusHeading, type useOpenEntry } from './use-open-entry.ts';

/** Says what happened to an entry: what was done or refused, an ended session, a conflict, a removal. */
export function EntryNotices({ screen }: { screen: ReturnType<typeof useOpenEntry> }) {
  const { opened, saver, draft, sent, result } = screen;
  const { content } = draft;
  return (
    <>
      <RefusalNotice refusal={sent?.refusal}>
        <ul>
          {sent?.refusal?.fields.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {describePath(path, content.fields)}: {message}
            </li>
          ))}
        </ul>
      </RefusalNotice>
      <SignInAgain draft={draft} onSignedIn={() => void saver.flush()} />
      <Result answer={result} />
      {!opened.canWrite && <Notice>You can only read this entry. Ask an editor to change it.</Notice>}
      {draft.state === 'conflict' && draft.merged && (
        <ConflictView
          conflicts={draft.conflicts}
          by={draft.conflictWith}
          merged={draft.merged}
          version={sent?.conflict?.version ?? draft.version}
          onResolved={(resolved) => {
            saver.resolve(resolved);
            // The form that has the focus goes away.
            focusHeading();
          }}
        />
      )}
      {draft.state === 'gone' && <RemovedEntry type={opened.entry.type} content={content} onSaved={saver.discard} />}
    </>
  );
}

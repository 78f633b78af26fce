import { useNavigation } from 'react-router';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import { ButtonLink, Submit } from '../parts/button.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { quoteTitle } from '../parts/title.ts';
import { readFields } from '../read-fields.ts';
import { type Screen, useAnswer } from '../screen.ts';

function View({ data: { entry, version, canWrite } }: { data: OpenedEntry }) {
  const refusal = useAnswer()?.refusal;
  const { state } = useNavigation();
  const canDelete = canWrite && entry.state === 'DRAFT';
  return (
    <ScreenLayout
      width="text"
      parent={{ to: '/studio/content', label: 'Content' }}
      title={`Delete ${quoteTitle(entry.title)}`}
    >
      <RefusalNotice refusal={refusal} />
      {canDelete ? (
        <p>
          This entry was never published. It can be restored for 30 days, with its draft, its saves and the versions
          that were kept.
        </p>
      ) : (
        <p>
          {canWrite
            ? 'This entry has been published or scheduled. Withdraw it, or cancel its schedule.'
            : 'You can delete only your own entries.'}
        </p>
      )}
      <PostForm className={form.row} sends={{ version }}>
        {canDelete && <Submit look="danger" disabled={state !== 'idle'} label="Delete" />}
        <ButtonLink to={`/studio/content/${entry.id}`}>{canDelete ? 'Cancel' : 'Back to the entry'}</ButtonLink>
      </PostForm>
    </ScreenLayout>
  );
}

/** Asks before an entry is deleted that was never published. Works without JavaScript. */
export const screen: Screen<OpenedEntry> = {
  title: ({ entry }) => `Delete ${quoteTitle(entry.title)}`,
  loader: ({ client, params }) => client.call('openEntry', { id: Number(params.id) }),
  action: async ({ client, params, form }) => {
    await client.call('deleteEntry', { id: Number(params.id), version: readFields(form, 'version').version });
    return { to: '/studio/content/deleted' };
  },
  View,
};

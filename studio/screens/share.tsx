import { use } from 'react';
import { isolateText } from '../../contract/content/text-direction.ts';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import type { ShareLink } from '../../contract/studio/share-operations.ts';
import { StudioSettingsContext } from '../context.ts';
import { Submit } from '../parts/button.tsx';
import { AddressNotice } from '../parts/copy-actions.tsx';
import fieldRow from '../parts/field-row.module.css';
import formStyles from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { SelectField } from '../parts/text-field.tsx';
import { formatTime } from '../parts/time.ts';
import { quoteTitle } from '../parts/title.ts';
import { readChoice, readFields } from '../read-fields.ts';
import { type Screen, useAnswer } from '../screen.ts';

interface Data {
  opened: OpenedEntry;
  links: ShareLink[];
}

const lifetimes = [
  { value: '1', label: 'A day' },
  { value: '7', label: 'A week' },
  { value: '30', label: '30 days' },
];

const versions = [
  { value: 'latest', label: 'Latest version' },
  { value: 'pinned', label: 'This version only' },
];

function LinkRow({
  link: { id, isPinned, createdAt, createdBy, expiresAt },
  canWrite,
}: {
  link: ShareLink;
  canWrite: boolean;
}) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <li className={formStyles.ends}>
      <span>
        {isPinned ? `The version of ${formatTime(createdAt, timeZone)}` : 'The latest version'}, until{' '}
        {formatTime(expiresAt, timeZone)}, {createdBy ? `made by ${isolateText(createdBy)}` : 'made on the server'}
      </span>
      {canWrite && (
        <PostForm sends={{ intent: 'revoke' }}>
          <Submit
            look="bare"
            name="link"
            value={id}
            aria-label={`Revoke the link until ${formatTime(expiresAt, timeZone)}`}
            label="Revoke"
          />
        </PostForm>
      )}
    </li>
  );
}

function View({ data: { opened, links } }: { data: Data }) {
  const answer = useAnswer();
  const { entry, canWrite } = opened;
  return (
    <ScreenLayout
      width="text"
      title="Share"
      parent={{ to: `/studio/content/${entry.id}`, label: entry.title || 'Untitled' }}
    >
      <RefusalNotice refusal={answer?.refusal} />
      <AddressNotice text={answer?.done} label="Address of the preview" />
      <Panel title="A link to the preview" isPadded>
        <p>
          A link shows the preview of this entry to people without an account. They see no other page before it is
          public, and change nothing. Whoever has the link can pass it on, until it expires or you revoke it.
        </p>
        {canWrite ? (
          <PostForm className={fieldRow.row}>
            <SelectField label="It shows" name="version" options={versions} />
            <SelectField label="It is valid for" name="days" defaultValue="7" options={lifetimes} />
            <div className={fieldRow.action}>
              <Submit look="primary" intent="create" label="Create a link" />
            </div>
          </PostForm>
        ) : (
          <p>Ask an editor to share this entry.</p>
        )}
      </Panel>
      <Panel title="Valid links" count={links.length} isShown={links.length > 0} isPadded>
        <ul className={formStyles.list}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} canWrite={canWrite} />
          ))}
        </ul>
      </Panel>
    </ScreenLayout>
  );
}

/** Creates, lists and revokes the links by which people without an account see an entry. */
export const screen: Screen<Data> = {
  title: ({ opened: { entry } }) => `Share ${quoteTitle(entry.title)}`,
  loader: async ({ client, params }) => {
    const id = Number(params.id);
    const [opened, { items }] = await Promise.all([
      client.call('openEntry', { id }),
      client.call('shareLinks', { id }),
    ]);
    return { opened, links: items };
  },
  action: async ({ client, params, form }) => {
    if (readChoice(form, 'intent', ['create', 'revoke']) === 'revoke') {
      await client.call('revokeShareLink', { id: Number(readFields(form, 'link').link) });
      return { done: 'Revoked. Whoever opens the link sees nothing of the entry.' };
    }
    const isPinned = readChoice(form, 'version', ['latest', 'pinned']) === 'pinned';
    const { days } = readFields(form, 'days');
    const made = await client.call('createShareLink', { id: Number(params.id), days: Number(days), isPinned });
    return { done: `Copy this link now; it is not shown again: ${made.address}` };
  },
  View,
};

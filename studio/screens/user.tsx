import { Monitor } from 'lucide-react';
import { useActionData } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { roleNames } from '../../contract/studio/permissions.ts';
import { Submit } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { RefusalNotice, Result } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import table from '../parts/table.module.css';
import { Table } from '../parts/table.tsx';
import { readChoice, readFields } from '../read-fields.ts';
import type { ActionRefusal, Screen } from '../screen.ts';

function View({ data: { user, sessions } }: { data: StudioOutput<'user'> }) {
  const answer = useActionData<{ refusal?: ActionRefusal; done?: string }>();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <ScreenLayout
      width="text"
      title={user.name}
      parent={{ to: '/studio/users', label: 'Users' }}
      state={
        <span>
          <bdi>{user.email}</bdi> · {roleNames[user.role]}
          {user.isDisabled && ', disabled'}
        </span>
      }
      actions={
        others.length > 0 && (
          <PostForm>
            <Submit intent="end-all" label="End all sessions" />
          </PostForm>
        )
      }
    >
      <RefusalNotice refusal={answer?.refusal} />
      <p>
        {user.signedInAt ? (
          <>
            Last signed in <RelativeTime at={user.signedInAt} />.
          </>
        ) : (
          'Has not signed in yet.'
        )}
      </p>
      <Panel title="Where they are signed in" count={sessions.length} isPadded>
        {sessions.length === 0 ? (
          <EmptyState isSmall drawing="empty" title="They are not signed in anywhere." />
        ) : (
          <Table caption="Sessions" columns={['Browser', 'Since', 'Last used', '']}>
            {sessions.map(({ id, device, createdAt, seenAt, isCurrent }) => (
              <tr key={id}>
                <th scope="row">
                  <span className={table.iconed}>
                    <Icon of={Monitor} />
                    {isCurrent ? `${device} (this one)` : device}
                  </span>
                </th>
                <td data-label="Since" className={table.wide}>
                  <RelativeTime at={createdAt} />
                </td>
                <td data-label="Last used" className={table.wide}>
                  <RelativeTime at={seenAt} />
                </td>
                <td>
                  {!isCurrent && (
                    <PostForm sends={{ session: id }}>
                      <Submit look="bare" intent="end" aria-label={`End this session: ${device}`} label="End" />
                    </PostForm>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Panel>
      <Result answer={answer} />
    </ScreenLayout>
  );
}

/** Shows a user of the Studio, and where they are signed in. Works without JavaScript. */
export const screen: Screen<StudioOutput<'user'>> = {
  title: ({ user }) => user.name,
  loader: ({ client, params }) => client.call('user', { id: params.id }),
  action: async ({ client, form, params }) => {
    const isOne = readChoice(form, 'intent', ['end', 'end-all']) === 'end';
    const session = isOne ? readFields(form, 'session').session : undefined;
    const { ended } = await client.call('endUserSessions', { id: Number(params.id), session });
    return { done: `${formatCount(ended, 'session')} ended.` };
  },
  View,
};

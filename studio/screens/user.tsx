import { ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import { isolateText } from '../../contract/content/text-direction.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { roleDescriptions } from '../../contract/studio/permission-texts.ts';
import { roleNames, roles } from '../../contract/studio/permissions.ts';
import type { UserSummary } from '../../contract/studio/shapes.ts';
import { ButtonLink, Submit } from '../parts/button.tsx';
import { FormRefusal } from '../parts/confirm.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import fieldRow from '../parts/field-row.module.css';
import form from '../parts/form.module.css';
import { Result } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { SessionTable } from '../parts/session-table.tsx';
import { StateDot } from '../parts/state-dot.tsx';
import { SelectField } from '../parts/text-field.tsx';
import { readChoice, readFields } from '../read-fields.ts';
import { type Screen, useAnswer } from '../screen.ts';
import facts from './access/roles.module.css';
import { roleOptions } from './users.tsx';

function describeSignInMethods({ passkeys, identities, hasPassword }: UserSummary): string {
  const methods = [
    passkeys > 0 ? formatCount(passkeys, 'passkey') : '',
    hasPassword ? 'password and app' : '',
    identities > 0 ? 'company account' : '',
  ];
  return new Intl.ListFormat('en-GB').format(methods.filter(Boolean));
}

/** Shows how a user is reached, signs in, and since when. */
function Facts({ user }: { user: UserSummary }) {
  const rows = {
    'E-mail': <a href={`mailto:${user.email}`}>{user.email}</a>,
    'Signs in by': describeSignInMethods(user) || 'Nothing yet',
    'Last sign-in': user.signedInAt ? <RelativeTime at={user.signedInAt} /> : 'Never',
    Joined: <RelativeTime at={user.createdAt} />,
  };
  return (
    <dl className={facts.roles}>
      {Object.entries(rows).map(([name, value]) => (
        <div key={name} className={facts.role}>
          <dt>{name}</dt>
          <dd className={form.path}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Changes the role of a user, and disables or enables their account. */
function RoleForm({ user: { role, isDisabled } }: { user: UserSummary }) {
  const [state, other] = isDisabled ? ['disabled', 'enabled'] : ['enabled', 'disabled'];
  return (
    <PostForm className={form.stack} sends={{ intent: 'change' }}>
      <div className={fieldRow.row}>
        <SelectField key={role} label="Role" name="role" defaultValue={role} options={roleOptions} />
        <div className={fieldRow.action}>
          <Submit look="primary" name="state" value={state} label="Change role" />
        </div>
      </div>
      <p className={form.soft}>
        {roleNames[role]}: {roleDescriptions[role]} <Link to="/studio/access">What each role may do</Link>
      </p>
      <div className={form.row}>
        <Submit
          look={isDisabled ? 'quiet' : 'danger'}
          name="state"
          value={other}
          label={isDisabled ? 'Enable the account' : 'Disable the account'}
        />
        <span className={form.soft}>
          {isDisabled ? 'They can then sign in again.' : 'They are signed out, and cannot sign in. Their texts stay.'}
        </span>
      </div>
    </PostForm>
  );
}

function View({ data: { user, sessions } }: { data: StudioOutput<'user'> }) {
  const answer = useAnswer();
  const endAll = (
    <PostForm>
      <Submit intent="end-all" aria-label="End all sessions" label="End all" />
    </PostForm>
  );
  return (
    <ScreenLayout
      width="text"
      title={user.name}
      parent={{ to: '/studio/users', label: 'Users' }}
      state={user.isDisabled ? <StateDot tone="alert">Disabled</StateDot> : roleNames[user.role]}
      actions={<ButtonLink to={`/studio/log?by=${user.id}`} icon={ScrollText} label="What they did" />}
    >
      <FormRefusal refusal={answer?.refusal} />
      <Panel title="Account" isPadded>
        <Facts user={user} />
      </Panel>
      <Panel title="What they may do" isPadded>
        <RoleForm user={user} />
      </Panel>
      <Panel
        title="Where they are signed in"
        count={sessions.length}
        action={sessions.some(({ isCurrent }) => !isCurrent) && endAll}
      >
        {sessions.length === 0 ? (
          <EmptyState isSmall drawing="empty" title="They are not signed in anywhere." />
        ) : (
          <SessionTable sessions={sessions} canEndCurrent={false} />
        )}
      </Panel>
      <Result answer={answer} />
    </ScreenLayout>
  );
}

/** Shows a user of the Studio, what they may do, and where they are signed in. Works without JavaScript. */
export const screen: Screen<StudioOutput<'user'>> = {
  title: ({ user }) => user.name,
  loader: ({ client, params }) => client.call('user', { id: params.id }),
  action: async ({ client, form: sent, params }) => {
    const id = Number(params.id);
    const intent = readChoice(sent, 'intent', ['change', 'end', 'end-all']);
    if (intent === 'change') {
      const isDisabled = readChoice(sent, 'state', ['enabled', 'disabled']) === 'disabled';
      const { name, role } = await client.call('changeUser', { id, role: readChoice(sent, 'role', roles), isDisabled });
      const article = role === 'READER' ? 'a' : 'an';
      const words = `${isolateText(name)} is now ${article} ${roleNames[role].toLowerCase()}`;
      return { done: `${words}${isDisabled ? ' and disabled' : ''}.` };
    }
    const session = intent === 'end' ? readFields(sent, 'session').session : undefined;
    const { ended } = await client.call('endUserSessions', { id, session });
    return { done: `${formatCount(ended, 'session')} ended.` };
  },
  View,
};

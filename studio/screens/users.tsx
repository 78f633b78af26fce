import { UserPlus } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import { isolateText } from '../../contract/content/text-direction.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { roleNames, roles } from '../../contract/studio/permissions.ts';
import type { Invitation, UserSummary } from '../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../context.ts';
import { findMessage } from '../fields/props.ts';
import { loadListPage } from '../list-page.ts';
import { buttonLink, Submit } from '../parts/button.tsx';
import { FormRefusal } from '../parts/confirm.tsx';
import { AddressNotice } from '../parts/copy-actions.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import fieldRow from '../parts/field-row.module.css';
import { FilterChips } from '../parts/filter-chips.tsx';
import formStyles from '../parts/form.module.css';
import { Icon } from '../parts/icon.tsx';
import { Person } from '../parts/initials.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Panel, Section } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import table from '../parts/table.module.css';
import { Pager, Table } from '../parts/table.tsx';
import { SelectField, TextField } from '../parts/text-field.tsx';
import { formatTime } from '../parts/time.ts';
import { readChoice, readFields } from '../read-fields.ts';
import { type Screen, useAnswer, useFormKey } from '../screen.ts';

const labels = { name: 'Name', email: 'E-mail address', role: 'Role' };
export const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

function UserRow({ user }: { user: UserSummary }) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/studio/users/${user.id}`}>
          <Person name={user.name} />
        </Link>
      </th>
      <td className={`${table.wide} ${formStyles.soft}`}>{user.email}</td>
      <td>
        {roleNames[user.role]}
        {user.isDisabled && ', disabled'}
      </td>
      <td data-label="Signed in" className={formStyles.soft}>
        {user.signedInAt ? <RelativeTime at={user.signedInAt} /> : 'Never'}
      </td>
    </tr>
  );
}

function InvitationRow({ invitation: { email, name, role, expiresAt, invitedBy } }: { invitation: Invitation }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <tr>
      <th scope="row">
        <Person name={name ?? email} />
      </th>
      <td className={`${table.wide} ${formStyles.soft}`}>{email}</td>
      <td>{roleNames[role]}</td>
      <td data-label="Valid" className={table.wide}>
        until {formatTime(expiresAt, timeZone)}
        {invitedBy && (
          <>
            , by <bdi>{invitedBy}</bdi>
          </>
        )}
      </td>
      <td>
        <PostForm sends={{ intent: 'cancel' }}>
          <Submit look="bare" name="email" value={email} label="Cancel the invitation" />
        </PostForm>
      </td>
    </tr>
  );
}

interface Data extends StudioOutput<'users'> {
  q: string;
  invitations: Invitation[];
}

function View({ data: { items, q, invitations, ...list } }: { data: Data }) {
  const answer = useAnswer();
  const { siteName } = use(StudioSettingsContext);
  const mail = answer?.email ? { to: answer.email, subject: `Join the Studio of ${siteName}` } : undefined;
  const values = answer?.refusal?.values;
  const find = (name: string) => findMessage(answer?.refusal?.fields ?? [], name);
  return (
    <ScreenLayout
      title="Users"
      state={<span role="status">{formatCount(list.total, 'user')}</span>}
      actions={
        <a href="#invite" className={buttonLink.primary}>
          <Icon of={UserPlus} />
          Invite somebody
        </a>
      }
    >
      <FormRefusal refusal={answer?.refusal} labels={labels} />
      <AddressNotice text={answer?.done} label="Address of the invitation" mail={mail} />
      <div id="invite" className={formStyles.revealed} data-shown={answer?.refusal !== undefined || undefined}>
        <Panel title="Invite somebody" isPadded>
          {/* The next invitation begins with empty fields. */}
          <PostForm key={useFormKey('invite')} className={formStyles.form} sends={{ intent: 'invite' }}>
            <div className={fieldRow.row}>
              <TextField
                label={labels.name}
                name="name"
                required
                maxLength={120}
                defaultValue={values?.name}
                error={find('name')}
              />
              <TextField
                label={labels.email}
                name="email"
                type="email"
                required
                defaultValue={values?.email}
                error={find('email')}
              />
              <SelectField
                label={labels.role}
                name="role"
                defaultValue={values?.role ?? 'AUTHOR'}
                options={roleOptions}
                hint={<Link to="/studio/access">What each role may do</Link>}
              />
              <div className={fieldRow.action}>
                <Submit look="primary" label="Create a link" />
              </div>
            </div>
          </PostForm>
        </Panel>
      </div>
      <FilterChips search={{ name: 'q', label: 'Search users', value: q }} chips={[]} />
      {items.length === 0 ? (
        <EmptyState drawing="search" title="No user has this in their name or address." />
      ) : (
        <Table caption="Users" columns={['Name', 'E-mail address', 'Role', 'Last signed in']}>
          {items.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </Table>
      )}
      <Pager {...list} />
      <Section title="Open invitations" isShown={invitations.length > 0}>
        <Table caption="Open invitations" columns={['Name', 'E-mail address', 'Role', 'Valid', '']}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.email + invitation.expiresAt} invitation={invitation} />
          ))}
        </Table>
      </Section>
    </ScreenLayout>
  );
}

export const screen: Screen<Data> = {
  title: () => 'Users',
  loader: async ({ client, url }) => {
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
    const [users, invitations] = await Promise.all([
      loadListPage(url, (page) => client.call('users', { q, page })),
      client.call('invitations', {}),
    ]);
    return { ...users, q, invitations: invitations.items };
  },
  action: async ({ client, form }) => {
    const intent = readChoice(form, 'intent', ['invite', 'cancel']);
    if (intent === 'invite') {
      const { name, email } = readFields(form, 'name', 'email');
      const { link } = await client.call('inviteUser', { name, email, role: readChoice(form, 'role', roles) });
      return {
        done: `Give this link to ${isolateText(name)}. It is valid for 72 hours, works once, and is not shown again: ${link}`,
        email,
      };
    }
    const { email } = readFields(form, 'email');
    await client.call('cancelInvitation', { email });
    return { done: `The invitation for ${email} is no longer valid.` };
  },
  View,
};

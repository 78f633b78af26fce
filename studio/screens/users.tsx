import { UserPlus } from 'lucide-react';
import { use } from 'react';
import { Link, useActionData } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import { isolateText } from '../../contract/content/text-direction.ts';
import { roleNames, roles } from '../../contract/studio/permissions.ts';
import type { Invitation, UserSummary } from '../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../context.ts';
import { findMessage } from '../fields/props.ts';
import { buttonLink, Submit } from '../parts/button.tsx';
import { FormRefusal } from '../parts/confirm.tsx';
import { AddressNotice } from '../parts/copy-actions.tsx';
import fieldRow from '../parts/field-row.module.css';
import formStyles from '../parts/form.module.css';
import { Icon } from '../parts/icon.tsx';
import { Person } from '../parts/initials.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Panel, Section } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import table from '../parts/table.module.css';
import { Table } from '../parts/table.tsx';
import { SelectField, TextField } from '../parts/text-field.tsx';
import { formatTime } from '../parts/time.ts';
import { readChoice, readFields } from '../read-fields.ts';
import type { ActionRefusal, Screen } from '../screen.ts';
import styles from './users.module.css';

const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

function describeSignInMethods({ passkeys, identities, hasPassword }: UserSummary): string {
  const methods = [
    passkeys > 0 ? formatCount(passkeys, 'passkey') : '',
    hasPassword ? 'password and app' : '',
    identities > 0 ? 'company account' : '',
  ];
  return methods.filter(Boolean).join(', ');
}

function UserRow({ user }: { user: UserSummary }) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/studio/users/${user.id}`}>
          <Person name={user.name} />
        </Link>
        {user.isDisabled && ' (disabled)'}
      </th>
      <td className={`${table.wide} ${formStyles.soft}`}>{user.email}</td>
      <td data-label="Signs in by" className={`${table.wide} ${formStyles.soft}`}>
        {describeSignInMethods(user) || 'Nothing yet'}
      </td>
      <td data-label="Signed in" className={`${table.wide} ${formStyles.soft}`}>
        {user.signedInAt ? <RelativeTime at={user.signedInAt} /> : 'Never'}
      </td>
      <td className={table.wide}>
        <PostForm className={formStyles.row} sends={{ intent: 'change', id: user.id }}>
          <select name="role" defaultValue={user.role} aria-label={`Role of ${user.name}`}>
            {roleOptions.map(({ value, label }) => (
              <option key={value} value={value} data-current={value === user.role}>
                {label}
              </option>
            ))}
          </select>
          <Submit
            className={styles.change}
            name="state"
            value={user.isDisabled ? 'disabled' : 'enabled'}
            label="Change role"
          />
          <Submit
            look="bare"
            name="state"
            value={user.isDisabled ? 'enabled' : 'disabled'}
            label={user.isDisabled ? 'Enable' : 'Disable'}
          />
        </PostForm>
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

interface Data {
  users: UserSummary[];
  invitations: Invitation[];
}

function View({ data: { users, invitations } }: { data: Data }) {
  const answer = useActionData<{ refusal?: ActionRefusal; done?: string; email?: string }>();
  const { siteName } = use(StudioSettingsContext);
  const mail = answer?.email ? { to: answer.email, subject: `Join the Studio of ${siteName}` } : undefined;
  const values = answer?.refusal?.values;
  const find = (name: string) => findMessage(answer?.refusal?.fields ?? [], name);
  return (
    <ScreenLayout
      title="Users"
      state={formatCount(users.length, 'user')}
      actions={
        <a href="#invite" className={buttonLink.primary}>
          <Icon of={UserPlus} />
          Invite somebody
        </a>
      }
    >
      <FormRefusal refusal={answer?.refusal} />
      <AddressNotice text={answer?.done} label="Address of the invitation" mail={mail} />
      <Table caption="Users" columns={['Name', 'E-mail address', 'Signs in by', 'Last signed in', 'Role']}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </Table>
      <Section title="Open invitations" isShown={invitations.length > 0}>
        <Table caption="Open invitations" columns={['Name', 'E-mail address', 'Role', 'Valid', '']}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.email + invitation.expiresAt} invitation={invitation} />
          ))}
        </Table>
      </Section>
      <div id="invite" className={formStyles.revealed} data-shown={answer?.refusal !== undefined || undefined}>
        <Panel title="Invite somebody" isPadded>
          {/* The next invitation begins with empty fields. */}
          <PostForm key={answer?.done} className={formStyles.form} sends={{ intent: 'invite' }}>
            <div className={fieldRow.row}>
              <TextField
                label="Name"
                name="name"
                required
                maxLength={120}
                defaultValue={values?.name}
                error={find('name')}
              />
              <TextField
                label="E-mail address"
                name="email"
                type="email"
                required
                defaultValue={values?.email}
                error={find('email')}
              />
              <SelectField label="Role" name="role" defaultValue={values?.role ?? 'AUTHOR'} options={roleOptions} />
              <div className={fieldRow.action}>
                <Submit look="primary" label="Create a link" />
              </div>
            </div>
          </PostForm>
          <p>
            <Link to="/studio/access">What each role may do</Link>
          </p>
        </Panel>
      </div>
    </ScreenLayout>
  );
}

export const screen: Screen<Data> = {
  title: () => 'Users',
  loader: async ({ client }) => {
    const [users, invitations] = await Promise.all([client.call('users', {}), client.call('invitations', {})]);
    return { users: users.items, invitations: invitations.items };
  },
  action: async ({ client, form }) => {
    const intent = readChoice(form, 'intent', ['invite', 'cancel', 'change']);
    if (intent === 'invite') {
      const { name, email } = readFields(form, 'name', 'email');
      const { link } = await client.call('inviteUser', { name, email, role: readChoice(form, 'role', roles) });
      return {
        done: `Give this link to ${isolateText(name)}. It is valid for 72 hours, works once, and is not shown again: ${link}`,
        email,
      };
    }
    if (intent === 'cancel') {
      const { email } = readFields(form, 'email');
      await client.call('cancelInvitation', { email });
      return { done: `The invitation for ${email} is no longer valid.` };
    }
    const user = await client.call('changeUser', {
      id: Number(readFields(form, 'id').id),
      role: readChoice(form, 'role', roles),
      isDisabled: readChoice(form, 'state', ['enabled', 'disabled']) === 'disabled',
    });
    return {
      done: `${isolateText(user.name)} is now ${user.role === 'READER' ? 'a' : 'an'} ${roleNames[user.role].toLowerCase()}${user.isDisabled ? ' and disabled' : ''}.`,
    };
  },
  View,
};

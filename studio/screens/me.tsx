import { use } from 'react';
import { useActionData } from 'react-router';
import { isolateText } from '../../contract/content/text-direction.ts';
import { roleNames } from '../../contract/studio/permissions.ts';
import type { SessionSummary, SignInMethods } from '../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../context.ts';
import { Button } from '../parts/button.tsx';
import { ColumnHeads } from '../parts/column-heads.tsx';
import { FormRefusal } from '../parts/confirm.tsx';
import { Notice } from '../parts/notice.tsx';
import { OpenIdProblem } from '../parts/openid.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { Section } from '../parts/section.tsx';
import { useUser } from '../parts/shell.tsx';
import table from '../parts/table.module.css';
import { formatTime } from '../parts/time.ts';
import { readChoice, readFields } from '../read-fields.ts';
import { UnsavedEditList } from '../saving/unsaved-edit-list.tsx';
import type { ActionRefusal, Screen } from '../screen.ts';
import { SignInMethodsSection } from './me-sign-in-methods.tsx';

interface Account {
  /** Why the provider's answer was refused, as a word of the address (`OpenIdProblem`); null if it was not. */
  problem: string | null;
  sessions: SessionSummary[];
  methods: SignInMethods;
}

function View({ data: { sessions, methods, problem } }: { data: Account }) {
  const user = useUser();
  const { timeZone } = use(StudioSettingsContext);
  const answer = useActionData<{ refusal?: ActionRefusal; done?: string }>();
  return (
    <ScreenLayout
      title={user.name}
      actions={
        <PostForm>
          <Button type="submit" name="intent" value="sign-out">
            Sign out
          </Button>
        </PostForm>
      }
    >
      <p>
        {user.email} · {roleNames[user.role]}
      </p>
      <FormRefusal refusal={answer?.refusal} />
      {!answer && <OpenIdProblem problem={problem} />}
      <Notice>{answer?.done}</Notice>
      <UnsavedEditList includesOpen />
      <SignInMethodsSection methods={methods} />
      <Section title="Where you are signed in">
        <table className={table.table}>
          <caption className="visually-hidden">Your sessions</caption>
          <thead>
            <tr>
              <ColumnHeads names={['Browser', 'Since', 'Last used', 'End']} />
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <th scope="row">{session.isCurrent ? `${session.device} (this one)` : session.device}</th>
                <td data-label="Since" className={table.wide}>
                  {formatTime(session.createdAt, timeZone)}
                </td>
                <td data-label="Last used" className={table.wide}>
                  {formatTime(session.seenAt, timeZone)}
                </td>
                <td>
                  <PostForm>
                    <input type="hidden" name="id" value={session.id} />
                    <Button type="submit" name="intent" value="end" aria-label={`End the session of ${session.device}`}>
                      End
                    </Button>
                  </PostForm>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </ScreenLayout>
  );
}

/** What the forms of the screen ask for. */
const intents = ['rename-passkey', 'remove-passkey', 'remove-password', 'remove-identity', 'end', 'sign-out'] as const;

export const screen: Screen<Account> = {
  title: () => 'Your account',
  loader: async ({ client, url }) => {
    const [sessions, methods] = await Promise.all([client.call('mySessions', {}), client.call('signInMethods', {})]);
    return { sessions: sessions.items, methods, problem: url.searchParams.get('problem') };
  },
  action: async ({ client, form }) => {
    const intent = readChoice(form, 'intent', intents);
    if (intent === 'rename-passkey') {
      const { id, name } = readFields(form, 'id', 'name');
      await client.call('renamePasskey', { id, name });
      return { done: `The passkey is now called ${isolateText(name)}.` };
    }
    if (intent === 'remove-passkey') {
      await client.call('removePasskey', { id: readFields(form, 'id').id });
      return { done: 'The passkey has been removed, and your other sessions have ended.' };
    }
    if (intent === 'remove-password') {
      await client.call('removePassword', {});
      return { done: 'The password and the app have been removed, and your other sessions have ended.' };
    }
    if (intent === 'remove-identity') {
      await client.call('removeIdentity', { id: Number(readFields(form, 'id').id) });
      return { done: 'The account has been removed, and your other sessions have ended.' };
    }
    if (intent === 'end') {
      await client.call('endSession', { id: readFields(form, 'id').id });
      return { done: 'The session has ended.' };
    }
    await client.call('signOut', {});
    return { to: '/studio/sign-in' };
  },
  View,
};

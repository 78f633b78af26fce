import { LogOut } from 'lucide-react';
import { isolateText } from '../../contract/content/text-direction.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import { roleNames } from '../../contract/studio/permissions.ts';
import type { SessionSummary, SignInMethods } from '../../contract/studio/shapes.ts';
import { Submit } from '../parts/button.tsx';
import { FormRefusal } from '../parts/confirm.tsx';
import { Notice } from '../parts/notice.tsx';
import { OpenIdProblem } from '../parts/openid.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { SessionTable } from '../parts/session-table.tsx';
import { useUser } from '../parts/shell.tsx';
import { readChoice, readFields } from '../read-fields.ts';
import { UnsavedEditList } from '../saving/unsaved-edit-list.tsx';
import { type Screen, useAnswer } from '../screen.ts';
import { SignInMethodsSection } from './me-sign-in-methods.tsx';

interface Account {
  /** Why the provider's answer was refused, as a word of the address (`OpenIdProblem`); null if it was not. */
  problem: string | null;
  sessions: SessionSummary[];
  methods: SignInMethods;
}

function View({ data: { sessions, methods, problem } }: { data: Account }) {
  const user = useUser();
  const answer = useAnswer();
  return (
    <ScreenLayout
      width="text"
      title={user.name}
      state={
        <span>
          <bdi>{user.email}</bdi> · {roleNames[user.role]}
        </span>
      }
      actions={
        <PostForm>
          <Submit id="sign-out" intent="sign-out" icon={LogOut} label="Sign out" />
        </PostForm>
      }
    >
      <FormRefusal refusal={answer?.refusal} />
      {!answer && <OpenIdProblem problem={problem} />}
      <Notice>{answer?.done}</Notice>
      <UnsavedEditList includesOpen />
      <SignInMethodsSection methods={methods} />
      <Panel title="Where you are signed in" count={sessions.length}>
        <SessionTable sessions={sessions} canEndCurrent />
      </Panel>
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
      await client.call('endSession', { id: readFields(form, 'session').session });
      return { done: 'The session has ended.' };
    }
    await client.call('signOut', {}).catch((error: unknown) => {
      // A session that has ended needs no end.
      if (!isApiFailure(error) || error.status !== 401) throw error;
    });
    return { to: '/studio/sign-in' };
  },
  View,
};

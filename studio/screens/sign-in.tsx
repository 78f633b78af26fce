import { useState } from 'react';
import { useActionData, useNavigate, useNavigation } from 'react-router';
import { toStudioPath } from '../../contract/studio/target-path.ts';
import { Submit } from '../parts/button.tsx';
import { Entrance } from '../parts/entrance.tsx';
import form from '../parts/form.module.css';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { OpenIdLink, OpenIdProblem } from '../parts/openid.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { PasskeyButton, SignInFields } from '../parts/sign-in-fields.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ActionRefusal, Screen } from '../screen.ts';

function PasswordForm({ refusal }: { refusal: ActionRefusal | undefined }) {
  const { state } = useNavigation();
  return (
    <PostForm className={form.form}>
      <SignInFields email={refusal?.values.email} isBusy={state !== 'idle'} />
    </PostForm>
  );
}

function OtherWays() {
  return (
    <details>
      <summary>Other ways to sign in</summary>
      <PostForm className={form.form} sends={{ intent: 'recover' }}>
        <p className={form.soft}>
          Lost your passkey or your phone? Use one of the ten recovery codes that you were given when you joined.
          Without one, ask an owner for a new link.
        </p>
        <TextField label="E-mail address" name="email" type="email" autoComplete="username" required />
        <TextField label="Recovery code" name="code" autoComplete="off" required />
        <Submit label="Use a recovery code" />
      </PostForm>
      <p className={form.soft}>
        New here? You join by the link of an invitation. The first owner opens the link that the server prints when it
        starts; <code>npx site studio set-up</code> prints a new one.
      </p>
    </details>
  );
}

interface Data {
  /** The path to open after the sign-in. */
  to: string;
  /** Why the provider's answer was refused, as a word of the address (`OpenIdProblem`); null if it was not. */
  problem: string | null;
  /** Whether the session of an open page has ended. */
  hasEnded: boolean;
}

function View({ data: { to, problem, hasEnded } }: { data: Data }) {
  const sent = useActionData<{ refusal: ActionRefusal }>();
  const navigate = useNavigate();
  const [passkeyRefusal, setPasskeyRefusal] = useState<string | null>(null);
  const refusal = passkeyRefusal ? { message: passkeyRefusal, requestId: null } : sent?.refusal;
  return (
    <Entrance title="Sign in">
      {hasEnded && !refusal && (
        <Notice>Your session has ended. Sign in, and you come back to the screen that you asked for.</Notice>
      )}
      <RefusalNotice refusal={refusal} />
      {!refusal && <OpenIdProblem problem={problem} />}
      <PasskeyButton
        purpose="SIGN_IN"
        onDone={() => void navigate(to, { replace: true })}
        onRefusal={setPasskeyRefusal}
      />
      <OpenIdLink purpose="SIGN_IN" to={to} />
      <hr className={form.divider} />
      <PasswordForm refusal={sent?.refusal} />
      <OtherWays />
    </Entrance>
  );
}

export const screen: Screen<Data> = {
  title: () => 'Sign in',
  loader: async ({ url: { searchParams } }) => ({
    to: toStudioPath(searchParams.get('to')),
    problem: searchParams.get('problem'),
    hasEnded: searchParams.has('ended'),
  }),
  action: async ({ client, form: { intent, email = '', password = '', code = '' }, url }) => {
    if (intent === 'recover') await client.call('signInWithRecoveryCode', { email, code });
    else await client.call('signInWithPassword', { email, password, code });
    return { to: toStudioPath(url.searchParams.get('to')) };
  },
  View,
};

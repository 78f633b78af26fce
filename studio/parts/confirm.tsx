import { useState } from 'react';
import { useLocation, useSubmit } from 'react-router';
import { isApiFailure } from '../../contract/http/client.ts';
import { useClient } from '../context.ts';
import { type ActionRefusal, confirmIntent, repeatedPrefix } from '../screen.ts';
import { Submit } from './button.tsx';
import form from './form.module.css';
import { type FieldLabels, Notice, RefusalNotice } from './notice.tsx';
import { OpenIdLink } from './openid.tsx';
import { PostForm } from './post-form.tsx';
import { PasskeyButton, PasswordAndCode } from './sign-in-fields.tsx';

/** Returns whether a failure asks the user to prove again who they are. */
export function needsConfirmation({ fields }: Pick<ActionRefusal, 'fields'>): boolean {
  return fields.some(({ path }) => path === 'confirm');
}

/** Asks for one of the user's passkeys, and confirms the session by it. */
function ConfirmByPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const { pathname } = useLocation();
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <PasskeyButton purpose="CONFIRM" onDone={onConfirmed} onRefusal={setRefusal} />
      <OpenIdLink purpose="CONFIRM" to={pathname} />
    </>
  );
}

function PasswordFields() {
  return (
    <>
      <PasswordAndCode label="Your password" />
      <Submit label="Confirm with a password" />
    </>
  );
}

/**
 * Shows why a form was refused. If the user has to prove again who they are, asks for it in place and sends the form
 * again; without JavaScript too, by the password.
 */
export function FormRefusal({ refusal, labels }: { refusal: ActionRefusal | undefined; labels?: FieldLabels }) {
  const submit = useSubmit();
  if (!refusal || !needsConfirmation(refusal)) return <RefusalNotice refusal={refusal} labels={labels} />;
  return (
    <Notice kind="alert">
      <p>{refusal.message}</p>
      <div className={form.form}>
        <ConfirmByPasskey onConfirmed={() => void submit(refusal.values, { method: 'post' })} />
        <PostForm className={form.form} sends={{ intent: confirmIntent }}>
          {Object.entries(refusal.values).map(([name, value]) => (
            <input key={name} type="hidden" name={repeatedPrefix + name} value={value} />
          ))}
          <PasswordFields />
        </PostForm>
      </div>
    </Notice>
  );
}

/** Asks the user to prove again who they are, for calls that are not made by a form. */
export function ConfirmPanel({ onConfirmed }: { onConfirmed: () => void }) {
  const client = useClient();
  const [refusal, setRefusal] = useState<string | null>(null);

  async function confirm(fields: FormData): Promise<void> {
    setRefusal(null);
    const given = { password: String(fields.get('password')), code: String(fields.get('code')) };
    try {
      await client.call('confirmWithPassword', given);
      onConfirmed();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setRefusal(error.message);
    }
  }

  return (
    <Notice kind="alert">
      <p>First confirm that it is you, with your passkey or password.</p>
      <RefusalNotice refusal={refusal} />
      <div className={form.form}>
        <ConfirmByPasskey onConfirmed={onConfirmed} />
        <form
          className={form.form}
          onSubmit={(event) => {
            event.preventDefault();
            void confirm(new FormData(event.currentTarget));
          }}
        >
          <PasswordFields />
        </form>
      </div>
    </Notice>
  );
}

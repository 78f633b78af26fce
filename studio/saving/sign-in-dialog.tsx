import { useState } from 'react';
import { isApiFailure } from '../../contract/http/client.ts';
import { useClient } from '../context.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import form from '../parts/form.module.css';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { useUser } from '../parts/shell.tsx';
import { PasskeyButton, SignInFields } from '../parts/sign-in-fields.tsx';
import type { SaverSnapshot } from './save-state.ts';

/** Signs in by password without leaving the page. */
function PasswordForm({
  onSignedIn,
  onRefusal,
}: {
  onSignedIn: () => void;
  onRefusal: (message: string | null) => void;
}) {
  const client = useClient();
  const { email } = useUser();
  const [isBusy, setBusy] = useState(false);

  async function signIn(fields: FormData): Promise<void> {
    const read = (name: string) => String(fields.get(name) ?? '');
    setBusy(true);
    onRefusal(null);
    try {
      const given = { email: read('email'), password: read('password'), code: read('code') };
      await client.call('signInWithPassword', given);
      onSignedIn();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      onRefusal(error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn(new FormData(event.currentTarget));
      }}
    >
      <SignInFields email={email} isBusy={isBusy} />
    </form>
  );
}

/**
 * Asks for a new sign-in over the page when the session has ended. What was typed stays where it is. After the dialog
 * is closed, a notice offers it again, so that the text can be read and copied meanwhile.
 */
export function SignInAgain({
  draft: { state, isOnDevice },
  onSignedIn,
}: {
  draft: Pick<SaverSnapshot, 'state' | 'isOnDevice'>;
  /** Sends the latest changes. */
  onSignedIn: () => void;
}) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed && state === 'saved') setClosed(false);
  if (state !== 'signed-out') return null;
  if (isClosed)
    return (
      <Notice kind="alert">
        <p>Your session has ended, so your latest changes are not saved.</p>
        <div>
          <Button look="primary" onClick={() => setClosed(false)} label="Sign in again" />
        </div>
      </Notice>
    );
  const close = () => {
    setClosed(true);
    // Somebody who signed in in another tab closes the dialog too.
    onSignedIn();
  };
  return <SignInDialog isOnDevice={isOnDevice} onSignedIn={onSignedIn} onClose={close} />;
}

function SignInDialog({
  isOnDevice,
  onSignedIn,
  onClose,
}: {
  isOnDevice: boolean;
  onSignedIn: () => void;
  onClose: () => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <Dialog title="Sign in again" onClose={onClose}>
      <p>
        Your session has ended. Your latest changes are {isOnDevice ? 'kept on this device' : 'on this page only'} and
        will be sent as soon as you sign in.
      </p>
      <RefusalNotice refusal={refusal} />
      <PasskeyButton purpose="SIGN_IN" onDone={onSignedIn} onRefusal={setRefusal} />
      <hr className={form.divider} />
      <PasswordForm onSignedIn={onSignedIn} onRefusal={setRefusal} />
      <p>
        To sign in another way,{' '}
        <a href="/studio/sign-in" target="_blank" rel="noreferrer">
          sign in in another tab
        </a>
        , and come back here.
      </p>
    </Dialog>
  );
}

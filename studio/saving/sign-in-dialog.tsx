import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { PasskeyButton } from '../parts/passkey-button.tsx';

/** Asks for a new sign-in over the page when the session has ended. What was typed stays where it is. */
export function SignInDialog({ onSignedIn }: { onSignedIn: () => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <Dialog title="Sign in again" onClose={onSignedIn}>
      <p>
        Your session has ended. Your last words are kept on this device, and are sent as soon as you have signed in.
      </p>
      <RefusalNotice refusal={refusal === null ? null : { message: refusal, requestId: null }} />
      <PasskeyButton onSignedIn={onSignedIn} onRefusal={setRefusal} />
      <p>
        With a password:{' '}
        <a href="/studio/sign-in" target="_blank" rel="noreferrer">
          sign in in another tab
        </a>
        , and come back here.
      </p>
    </Dialog>
  );
}

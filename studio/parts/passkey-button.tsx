import { useState } from 'react';
import { isApiFailure } from '../../contract/http/client.ts';
import { useClient } from '../context.ts';
import { isPasskeyAborted } from '../passkeys.ts';
import { Button } from './button.tsx';

/** Renders the button that signs in with a passkey. */
export function PasskeyButton({
  onSignedIn,
  onRefusal,
}: {
  onSignedIn: () => void;
  onRefusal: (message: string | null) => void;
}) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);

  async function signIn(): Promise<void> {
    setBusy(true);
    onRefusal(null);
    try {
      const { options } = await client.call('beginSignIn', {});
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const credential = await startAuthentication({ optionsJSON: options });
      await client.call('finishSignIn', { credential: { ...credential } });
      onSignedIn();
    } catch (error) {
      if (isPasskeyAborted(error)) onRefusal('No passkey was used. Try again, or use your password.');
      else if (isApiFailure(error)) onRefusal(error.message);
      else throw error;
    } finally {
      setBusy(false);
    }
  }

  return <Button look="primary" onClick={() => void signIn()} disabled={isBusy} label="Sign in with a passkey" />;
}

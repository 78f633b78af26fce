import { useState } from 'react';
import { isApiFailure } from '../../contract/http/client.ts';
import { useClient } from '../context.ts';
import { Button, Submit } from './button.tsx';
import { TextField } from './text-field.tsx';

/** Renders the fields for the user's password and the code of the authenticator app. */
export function PasswordAndCode({ label }: { label: string }) {
  return (
    <>
      <TextField label={label} name="password" type="password" autoComplete="current-password" required />
      <TextField
        label="Code of the authenticator app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </>
  );
}

/** Renders the fields and the button of a sign-in by password and authenticator app. */
export function SignInFields({ email, isBusy }: { email: string | undefined; isBusy: boolean }) {
  return (
    <>
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
      />
      <PasswordAndCode label="Password" />
      <Submit disabled={isBusy} label="Sign in with a password" />
    </>
  );
}

/**
 * Returns whether a passkey was neither used nor created: the person closed the browser's dialog, has no passkey for
 * this site, or the device already has the passkey that would be created.
 */
export function isPasskeyAborted(error: unknown): boolean {
  const names = ['NotAllowedError', 'AbortError', 'InvalidStateError'];
  return error instanceof Error && (names.includes(error.name) || error.name === 'WebAuthnError');
}

/** Renders the button by which a passkey signs the user in, or confirms who the user is. */
export function PasskeyButton({
  purpose,
  onDone,
  onRefusal,
}: {
  purpose: 'SIGN_IN' | 'CONFIRM';
  onDone: () => void;
  onRefusal: (message: string | null) => void;
}) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const isSignIn = purpose === 'SIGN_IN';

  async function prove(): Promise<void> {
    setBusy(true);
    onRefusal(null);
    try {
      const { options } = await client.call(isSignIn ? 'beginSignIn' : 'beginConfirm', {});
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const credential = await startAuthentication({ optionsJSON: options });
      await client.call(isSignIn ? 'finishSignIn' : 'finishConfirm', { credential: { ...credential } });
      onDone();
    } catch (error) {
      if (isPasskeyAborted(error)) onRefusal('No passkey was used. Try again, or use your password.');
      else if (isApiFailure(error)) onRefusal(error.message);
      else throw error;
    } finally {
      setBusy(false);
    }
  }

  const label = isSignIn ? 'Sign in with a passkey' : 'Confirm with a passkey';
  return <Button look="primary" onClick={() => void prove()} disabled={isBusy} label={label} />;
}

import { Submit } from './button.tsx';
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

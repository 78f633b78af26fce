import { Secret, TOTP } from 'otpauth';
import { use, useEffect, useMemo, useState } from 'react';
import { encode } from 'uqr';
import type { FieldError } from '../../contract/http/errors.ts';
import { StudioSettingsContext } from '../context.ts';
import { findMessage } from '../fields/props.ts';
import { Button, Submit } from '../parts/button.tsx';
import form from '../parts/form.module.css';
import { TextField } from '../parts/text-field.tsx';

export interface Newcomer {
  name: string;
  email: string;
}

interface Chosen {
  password: string;
  secret: string;
  code: string;
}

/** Returns what was chosen in a form with the fields of `PasswordSetup`. */
export function readPasswordSetup(form: HTMLFormElement): Chosen {
  const fields = new FormData(form);
  const read = (name: string) => String(fields.get(name) ?? '');
  return { password: read('password'), secret: read('secret'), code: read('code').replace(/\s/g, '') };
}

/** Draws a QR code as one path, so that no HTML has to be trusted. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text), [text]);
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={form.qr} role="img" aria-label="QR code for the authenticator app">
      <path d={path} fill="#000" />
    </svg>
  );
}

/**
 * Renders the fields and buttons of a form that asks for a password, and shows the secret of an authenticator app whose
 * first code proves that it was stored.
 */
export function PasswordSetup({
  person,
  isBusy,
  labels = { chosen: 'Continue with the password', back: 'Use a passkey instead' },
  errors,
  onBack,
}: {
  person: Newcomer;
  isBusy: boolean;
  /** The texts of the two buttons. */
  labels?: { chosen: string; back: string };
  errors: readonly FieldError[];
  onBack: () => void;
}) {
  const { siteName } = use(StudioSettingsContext);
  // The browser keeps the secret over a reload, so that a QR code that was scanned before is still right.
  const [secret] = useState((): string => history.state?.appSecret ?? new Secret({ size: 20 }).base32);
  useEffect(() => {
    const keep = (appSecret?: string) => history.replaceState({ ...history.state, appSecret }, '');
    keep(secret);
    return () => keep();
  }, [secret]);
  const address = new TOTP({ issuer: `${siteName} Studio`, label: person.email || 'Studio', secret }).toString();
  return (
    <>
      <TextField
        label="Password"
        hint="At least 15 characters. Four or five unrelated words are easy to remember."
        type="password"
        name="password"
        autoComplete="new-password"
        required
        minLength={15}
        maxLength={128}
        error={findMessage(errors, 'password')}
      />
      <p>Scan this with an authenticator app, or type the secret into it.</p>
      <QrCode text={address} />
      <p className={form.secret}>{secret.replace(/(.{4})/g, '$1 ').trim()}</p>
      <input type="hidden" name="secret" value={secret} />
      <TextField
        label="Code that the app shows"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={findMessage(errors, 'code')}
      />
      <Submit look="primary" disabled={isBusy} label={labels.chosen} />
      <Button onClick={onBack}>{labels.back}</Button>
    </>
  );
}

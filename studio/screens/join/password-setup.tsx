import { Secret, TOTP } from 'otpauth';
import { use, useMemo, useState } from 'react';
import { encode } from 'uqr';
import { StudioSettingsContext } from '../../context.ts';
import { Button } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { TextField } from '../../parts/text-field.tsx';

export interface Newcomer {
  name: string;
  email: string;
}

interface Chosen {
  password: string;
  secret: string;
  code: string;
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

/** Asks for a password, and shows the secret of an authenticator app whose first code proves that it was stored. */
export function PasswordSetup({
  person,
  isBusy,
  labels = { chosen: 'Join with a password', back: 'Use a passkey instead' },
  onChosen,
  onBack,
}: {
  person: Newcomer;
  isBusy: boolean;
  /** The texts of the two buttons. */
  labels?: { chosen: string; back: string };
  onChosen: (chosen: Chosen) => void;
  onBack: () => void;
}) {
  const { siteName } = use(StudioSettingsContext);
  const [secret] = useState(() => new Secret({ size: 20 }).base32);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const address = new TOTP({ issuer: `${siteName} Studio`, label: person.email || 'Studio', secret }).toString();
  return (
    <>
      <TextField
        label="Password"
        hint="At least 15 characters. Four or five unrelated words are easy to remember."
        type="password"
        autoComplete="new-password"
        minLength={15}
        maxLength={128}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <p>Scan this with an authenticator app, or type the secret into it.</p>
      <QrCode text={address} />
      <p className={form.secret}>{secret.replace(/(.{4})/g, '$1 ').trim()}</p>
      <TextField
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button
        look="primary"
        disabled={isBusy}
        onClick={() => onChosen({ password, secret, code: code.replace(/\s/g, '') })}
      >
        {labels.chosen}
      </Button>
      <Button onClick={onBack}>{labels.back}</Button>
    </>
  );
}

import { type ComponentProps, useState } from 'react';
import { Button, buttonLink } from './button.tsx';
import form from './form.module.css';
import { Notice } from './notice.tsx';
import { TextArea } from './text-field.tsx';
import { useHasScript } from './use-has-script.ts';

/** Offers to copy a text, to share it on devices that are held, and to keep it as a file if `fileName` names one. */
export function CopyActions({
  text,
  label = 'Copy',
  fileName,
  mail,
}: {
  text: string;
  label?: string;
  fileName?: string;
  /** A mail with the text, which the user's own program sends. */
  mail?: { to: string; subject: string } | undefined;
}) {
  const [result, setResult] = useState<string | null>(null);
  // Without JavaScript the text is selected and copied by hand.
  if (!useHasScript()) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult('Copied.'),
      // The browser forbids it, or the page is not in the foreground.
      () => setResult('The browser did not copy it. Select the text and copy it yourself.'),
    );
  const canShare = 'share' in navigator && matchMedia('(pointer: coarse)').matches;
  return (
    <div className={form.row}>
      <Button onClick={() => void copy()}>{label}</Button>
      {canShare && <Button onClick={() => void navigator.share({ text }).catch(() => undefined)} label="Share" />}
      {mail && (
        <a
          href={`mailto:${encodeURIComponent(mail.to)}?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(text)}`}
          className={buttonLink.quiet}
        >
          Write an e-mail
        </a>
      )}
      {fileName && (
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={fileName}
          className={buttonLink.quiet}
        >
          Download
        </a>
      )}
      <span role="status">{result}</span>
    </div>
  );
}

/** Shows recovery codes, once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ul className={form.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyActions text={codes.join('\n')} fileName="recovery-codes.txt" />
    </>
  );
}

/** Announces what an action did. An address or a secret at the end of the text is in a field, to be copied. */
export function AddressNotice({
  text,
  label,
  mail,
}: {
  text: string | undefined;
  label: string;
  mail?: ComponentProps<typeof CopyActions>['mail'];
}) {
  const [, words = text, address] = /^(.*?)(?: ((?:https?:|studio_|whsec_)\S+))?$/.exec(text ?? '') ?? [];
  return (
    <Notice>
      {words && <p>{words}</p>}
      {address && (
        <>
          <TextArea label={label} value={address} rows={3} readOnly onFocus={(event) => event.currentTarget.select()} />
          <CopyActions text={address} mail={mail} />
        </>
      )}
    </Notice>
  );
}

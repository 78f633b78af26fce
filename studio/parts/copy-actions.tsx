import { useState } from 'react';
import { Button, buttonLink } from './button.tsx';
import form from './form.module.css';
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

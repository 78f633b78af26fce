import { CopyActions } from './copy-actions.tsx';
import form from './form.module.css';

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

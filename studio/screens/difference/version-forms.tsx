import type { OpenedVersion } from '../../../contract/studio/history-operations.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { Submit } from '../../parts/button.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { PostForm } from '../../parts/post-form.tsx';
import { TextField } from '../../parts/text-field.tsx';

/**
 * Renders the forms that make a version the draft, or keep a save under a name. A save without a name may be removed
 * after a day, when saves are thinned to one a minute.
 */
export function VersionForms({
  version: { version, number },
  opened,
  name,
}: {
  version: OpenedVersion;
  opened: OpenedEntry;
  name: string;
}) {
  return (
    <div className={form.form}>
      {version !== opened.version && (
        <PostForm sends={{ version: opened.version, shown: version }}>
          <Submit intent="restore" aria-label={`Make this the draft: ${name}`} label="Make this the draft" />
        </PostForm>
      )}
      {number === null && (
        <PostForm className={fieldRow.row} sends={{ shown: version }}>
          <TextField label="Keep this version under a name" name="label" required maxLength={80} autoComplete="off" />
          <div className={fieldRow.action}>
            <Submit intent="keep" aria-label={`Keep this version: ${name}`} label="Keep" />
          </div>
        </PostForm>
      )}
    </div>
  );
}

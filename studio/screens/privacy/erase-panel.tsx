import { formatCount } from '../../../contract/content/number-text.ts';
import type { PersonalData } from '../../../contract/studio/privacy-operations.ts';
import { Submit } from '../../parts/button.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { TextField } from '../../parts/text-field.tsx';

/** Renders the forms that export and erase what is listed. Both ask for a proof of who the user is. */
export function ErasePanel({
  personal: { email, count, isOwn, missingFiles },
  findError,
}: {
  personal: PersonalData;
  findError(name: string): string | undefined;
}) {
  if (count === 0) return null;
  return (
    <>
      <Panel title="Export" isPadded>
        <p>
          One archive with all of it: the data as a text to read and as JSON for programs, and the files as they were
          sent.
        </p>
        <PostForm sends={{ intent: 'export', email }}>
          <Submit label="Export…" />
        </PostForm>
      </Panel>
      <Panel title="Erase" isPadded>
        {isOwn ? (
          <p>This is an address of the company itself. Every mail names it, so nothing is erased.</p>
        ) : (
          <PostForm className={form.form} sends={{ intent: 'erase', email }}>
            <p>
              Everything listed above is erased for good, from this server at once. Backups keep it until they are
              removed. Answer the person before: afterwards their messages and address are gone.
            </p>
            {missingFiles > 0 && (
              <Notice kind="alert">
                <p>
                  The bytes of {formatCount(missingFiles, 'file')} are not on this server. If they are on another
                  machine, erase there, by the command npx site privacy.
                </p>
                <label className={form.row}>
                  <input type="checkbox" name="lostFiles" value="yes" />
                  They are lost. Erase the rest.
                </label>
              </Notice>
            )}
            <div className={fieldRow.row}>
              <TextField
                label={`Type ${count} to confirm`}
                name="count"
                inputMode="numeric"
                required
                autoComplete="off"
                error={findError('count')}
              />
              <div className={fieldRow.action}>
                <Submit look="danger" label="Erase everything listed" />
              </div>
            </div>
          </PostForm>
        )}
      </Panel>
    </>
  );
}

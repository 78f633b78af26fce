import { FileUp, Plus, Search } from 'lucide-react';
import { useId, useRef } from 'react';
import { formatCount } from '../../../contract/content/number-text.ts';
import { maxImportedRedirects } from '../../../contract/studio/content-limits.ts';
import type { RedirectImport } from '../../../contract/studio/redirect-operations.ts';
import { Button, ButtonLink, Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import table from '../../parts/table.module.css';
import { Table } from '../../parts/table.tsx';
import { FieldFrame } from '../../parts/text-field.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';

/** A list that was looked at, and what storing it would do. */
export interface CheckedList {
  csv: string;
  plan: RedirectImport;
}

const names: Record<string, string> = { path: 'From', target: 'To', csv: 'File' };

function Plan({ plan: { total, added, changed, same, problems } }: { plan: RedirectImport }) {
  if (problems.length === 0)
    return (
      <Notice>
        <p>
          {formatCount(total, 'redirect')}: {added} new, {changed} with another target than now, {same} stored already.
        </p>
      </Notice>
    );
  return (
    <>
      <Notice kind="alert">
        <p>{formatCount(problems.length, 'problem')}. Nothing is stored until every line is right.</p>
      </Notice>
      <Table caption="Problems of the list" columns={['Line', 'Column', 'Problem']}>
        {problems.map(({ line, path, message }) => (
          <tr key={`${line} ${path} ${message}`}>
            <th scope="row">{line}</th>
            <td>{names[path] ?? path}</td>
            <td className={table.wide}>{message}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** Takes a list of redirects, typed or from a file, says what it would change, and stores it. */
export function ImportPanel({ checked, typed }: { checked: CheckedList | undefined; typed: string | undefined }) {
  const hasScript = useHasScript();
  const text = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const label = useId();
  const changes = checked && checked.plan.problems.length === 0 ? checked.plan.added + checked.plan.changed : 0;
  return (
    <Panel
      title="Import redirects"
      isPadded
      action={<ButtonLink to="/studio/redirects" look="bare" label="Close" preventScrollReset />}
    >
      <PostForm className={form.stack}>
        <FieldFrame
          label="Redirects, one in a line: the address, a comma, the page"
          hint={`A file of CSV with the columns from and to, as Export writes it. At most ${maxImportedRedirects.toLocaleString('en-GB')} lines.`}
        >
          {(control) => (
            <textarea
              {...control}
              ref={text}
              name="csv"
              required
              rows={8}
              spellCheck={false}
              placeholder={'/old-page,/about-us\n/old-blog/*,/blog/*'}
              defaultValue={checked?.csv ?? typed}
            />
          )}
        </FieldFrame>
        {checked && <Plan plan={checked.plan} />}
        <div className={form.tight}>
          {hasScript && (
            <>
              <input
                ref={file}
                type="file"
                accept=".csv,text/csv,text/plain"
                aria-labelledby={label}
                hidden
                onChange={async ({ currentTarget: { files } }) => {
                  const [chosen] = files ?? [];
                  if (chosen && text.current) text.current.value = await chosen.text();
                }}
              />
              <Button id={label} icon={FileUp} label="Choose a file" onClick={() => file.current?.click()} />
            </>
          )}
          <Submit intent="check" icon={Search} look={changes > 0 ? 'quiet' : 'primary'} label="Check" />
          {changes > 0 && (
            <Submit intent="import" look="primary" icon={Plus}>
              Store {formatCount(changes, 'redirect')}
            </Submit>
          )}
        </div>
      </PostForm>
    </Panel>
  );
}

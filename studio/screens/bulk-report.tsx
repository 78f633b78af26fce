import { use } from 'react';
import { Link } from 'react-router';
import { isolateText } from '../../contract/content/text-direction.ts';
import type { BulkActReport, BulkEntryState } from '../../contract/studio/bulk-shapes.ts';
import { StudioSettingsContext } from '../context.ts';
import { bulkWords, countEntries } from '../parts/bulk-words.ts';
import { Submit } from '../parts/button.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Section } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { formatTime } from '../parts/time.ts';
import { readChoice, readFields } from '../read-fields.ts';
import { type Screen, useAnswer } from '../screen.ts';
import styles from './bulk-report.module.css';

/** The groups of a report, in the order in which a reader needs them. */
const groups: { state: BulkEntryState; title: string }[] = [
  { state: 'KEPT', title: 'Not undone, because somebody has changed them since' },
  { state: 'REFUSED', title: 'Not changed' },
  { state: 'WAITING', title: 'Not reached yet, or the server stopped first' },
  { state: 'DONE', title: 'Changed' },
  { state: 'UNDONE', title: 'Undone' },
];

function toTitle({ kind, count }: BulkActReport): string {
  return `${bulkWords[kind].done} ${countEntries(count)}`;
}

function View({ data: report }: { data: BulkActReport }) {
  const { timeZone } = use(StudioSettingsContext);
  const refusal = useAnswer()?.refusal;
  const { doneAt, doneBy, undoneAt, category, canUndo, items } = report;
  return (
    <ScreenLayout title={toTitle(report)} width="text" parent={{ to: '/studio/content', label: 'Content' }}>
      <RefusalNotice refusal={refusal} />
      <p role="status">
        {formatTime(doneAt, timeZone)}
        {doneBy && `, ${isolateText(doneBy)}`}
        {category && `, category ${isolateText(category)}`}
        {undoneAt && `. Undone ${formatTime(undoneAt, timeZone)}`}.
      </p>
      {canUndo && (
        <PostForm className={form.row}>
          <Submit intent="undo" label="Undo everything" />
          <p className={form.soft}>Entries that somebody has changed since stay as they are.</p>
        </PostForm>
      )}
      {groups.map(({ state, title }) => {
        const own = items.filter((item) => item.state === state);
        return (
          own.length > 0 && (
            <Section key={state} title={`${title} (${own.length})`}>
              <ul className={form.list}>
                {own.map(({ id, title: name, path, reason, act }) => (
                  <li key={id}>
                    <Link to={`/studio/content/${id}`} dir="auto">
                      {name}
                    </Link>{' '}
                    <span className={form.mono}>{path}</span>
                    {canUndo && state === 'DONE' && (
                      <PostForm className={styles.each} sends={{ intent: 'undo-one' }}>
                        <Submit look="bare" name="act" value={act ?? ''} aria-label={`Undo ${name}`} label="Undo" />
                      </PostForm>
                    )}
                    {reason && <p className={form.soft}>{reason}</p>}
                  </li>
                ))}
              </ul>
            </Section>
          )
        );
      })}
    </ScreenLayout>
  );
}

/** What a bulk action did to each entry, and its undo. */
export const screen: Screen<BulkActReport> = {
  title: toTitle,
  loader: ({ client, params }) => client.call('bulkAct', { id: Number(params.id) }),
  action: async ({ client, params, form: sent }) => {
    if (readChoice(sent, 'intent', ['undo', 'undo-one']) === 'undo')
      await client.call('undoBulkAct', { id: Number(params.id) });
    else await client.call('undoAct', { id: Number(readFields(sent, 'act').act) });
    return { to: `/studio/content/bulk/${params.id}` };
  },
  View,
};

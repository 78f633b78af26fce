import { useRef, useState } from 'react';
import { useSubmit } from 'react-router';
import { maxCalendarFile } from '../../../contract/studio/consultation-limits.ts';
import { pageUserField } from '../../../contract/studio/paths.ts';
import { usePageUserId } from '../../context.ts';
import { Submit } from '../../parts/button.tsx';
import fieldRow from '../../parts/field-row.module.css';
import formStyles from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { FieldFrame, TextArea, TextField } from '../../parts/text-field.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';
import { formatCalendarDate } from '../calendar/dates.ts';
import styles from './consultation.module.css';
import { type DayOff, joinDaysOff } from './hours-text.ts';

const formatDay = (day: string) =>
  formatCalendarDate(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** Renders the choice of a calendar file, which is read and sent at once; without JavaScript its text is pasted. */
function ImportForm({ who, error }: { who: string; error: string | undefined }) {
  const hasScript = useHasScript();
  const submit = useSubmit();
  const userId = usePageUserId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function send(file: File | undefined): Promise<void> {
    setRefusal(null);
    if (!file) return;
    if (file.size > maxCalendarFile) setRefusal('This file is too large: a calendar file can have 1 MB.');
    else {
      const user: Record<string, string> = userId === null ? {} : { [pageUserField]: String(userId) };
      await submit({ ...user, intent: 'import', who, file: await file.text() }, { method: 'post' });
    }
    if (input.current) input.current.value = '';
  }

  if (!hasScript)
    return (
      <PostForm className={formStyles.form} sends={{ who }}>
        <TextArea label="Text of a calendar file (.ics)" name="file" rows={3} error={error} />
        <div className={formStyles.row}>
          <Submit intent="import" label="Read days off" />
        </div>
      </PostForm>
    );
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <FieldFrame
        label="Calendar file (.ics)"
        hint="Its whole days become days off, in place of those of an earlier file"
        error={error}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept=".ics,text/calendar"
            onChange={({ target }) => void send(target.files?.[0])}
          />
        )}
      </FieldFrame>
    </>
  );
}

/** Renders the days off of an adviser or of the company (`who` is `company`): adds, reads and removes them. */
export function DaysOffPanel({
  who,
  title,
  days,
  findError,
}: {
  who: string;
  title: string;
  days: readonly DayOff[];
  findError: (name: string) => string | undefined;
}) {
  return (
    <Panel title={title} count={days.length}>
      <ul>
        {joinDaysOff(days).map(({ from, to, reason, isFromFile }) => {
          const name = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
          return (
            <li key={from} className={styles.mail}>
              <PostForm className={formStyles.row} sends={{ who, from, to }}>
                <span>{name}</span>
                <bdi className={formStyles.soft}>{reason}</bdi>
                {isFromFile && <span className={formStyles.soft}>from a file</span>}
                <Submit look="bare" intent="on" aria-label={`Remove: ${name}`} label="Remove" />
              </PostForm>
            </li>
          );
        })}
      </ul>
      <div className={styles.body}>
        {days.length === 0 && <p className={formStyles.soft}>No days off are ahead.</p>}
        <PostForm className={fieldRow.row} sends={{ who }}>
          <TextField label="First day" name="from" type="date" required />
          <TextField label="Last day" name="to" type="date" hint="Leave it empty for one day" error={findError('to')} />
          <TextField label="Reason" name="reason" maxLength={120} />
          <div className={fieldRow.action}>
            <Submit intent="off" label="Add" />
          </div>
        </PostForm>
        <ImportForm who={who} error={findError('file')} />
      </div>
    </Panel>
  );
}

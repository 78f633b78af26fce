import { use, useState } from 'react';
import { isApiFailure } from '../../../contract/client.ts';
import type { FieldError } from '../../../contract/errors.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { SettingsContext, useClient } from '../../context.ts';
import { Button } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formatTime } from '../../parts/time.ts';
import type { DraftSaver } from '../../saving/draft-saver.ts';

/** Shows when the entry appears and disappears, and publishes the draft at a time. */
export function SchedulePane({
  opened,
  runAction,
  onRefused,
  onDone,
}: {
  opened: OpenedEntry;
  runAction: DraftSaver['runAction'];
  onRefused: (fields: FieldError[]) => void;
  onDone: (opened: OpenedEntry, message: string) => void;
}) {
  const client = useClient();
  const { timeZone } = use(SettingsContext);
  const [at, setAt] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { entry } = opened;
  const time = at ? new Date(at) : null;

  async function schedule(): Promise<void> {
    if (!time) return;
    setRefusal(null);
    try {
      const at = time.toISOString();
      const changed = await runAction((version) => client.call('scheduleEntry', { id: entry.id, version, at }));
      onDone(changed, `Scheduled for ${formatTime(time.toISOString(), timeZone)} (${timeZone}).`);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      onRefused(error.fields);
      setRefusal([error.message, ...error.fields.map(({ path, message }) => `${path}: ${message}`)].join(' '));
    }
  }

  const facts = [
    ['Published', entry.publishedAt],
    ['Next text', entry.nextAt],
    ['Withdrawn', entry.withdrawnAt],
  ] as const;
  return (
    <div className={form.form}>
      <dl>
        {facts
          .filter(([, moment]) => moment)
          .map(([label, moment]) => (
            <div key={label} className={form.row}>
              <dt>{label}</dt>
              <dd>
                {formatTime(moment ?? '', timeZone)} ({timeZone})
              </dd>
            </div>
          ))}
      </dl>
      <RefusalNotice refusal={refusal === null ? null : { message: refusal, requestId: null }} />
      {opened.canPublish && (
        <div className={form.row}>
          <TextField
            label="Publish this draft at"
            hint={
              time
                ? `That is ${formatTime(time.toISOString(), timeZone)} in ${timeZone}`
                : 'In the time zone of this device'
            }
            type="datetime-local"
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
          <Button disabled={!time} onClick={() => void schedule()}>
            Schedule
          </Button>
        </div>
      )}
    </div>
  );
}

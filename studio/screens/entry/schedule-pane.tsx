import { use, useState } from 'react';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { toInstant } from '../../../contract/content/local-time.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { FieldError } from '../../../contract/http/errors.ts';
import type { ScheduleKind } from '../../../contract/studio/schedule-operations.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext, useClient } from '../../context.ts';
import { describePath } from '../../fields/change-property.ts';
import { Button } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { AsOfLink, Moment, MomentField, toFieldValue } from '../../parts/moment.tsx';
import { RefusalNotice } from '../../parts/notice.tsx';
import { formatTime } from '../../parts/time.ts';
import type { DraftSaver } from '../../saving/save-state.ts';

interface ScheduleProps {
  label: string;
  /** The time that is scheduled now; null: nothing is. */
  at: string | null;
  action: string;
  onSet: (at: string) => Promise<void>;
  cancelLabel?: string;
  onCancel?: () => Promise<void>;
  /** The page that shows it. */
  path: string;
  /** The entry whose draft is scheduled; absent for what is published or scheduled already. */
  draftOf?: number;
  /** The own fields of the draft, whose sections a refusal names. */
  fields?: Record<string, unknown>;
}

function Schedule({ label, path, at, action, onSet, cancelLabel, onCancel, draftOf, fields }: ScheduleProps) {
  const { timeZone } = use(StudioSettingsContext);
  const [value, setValue] = useState(at ? toFieldValue(at, timeZone) : '');
  const [refusal, setRefusal] = useState<{ message: string; isOfTime: boolean } | null>(null);
  const instant = toInstant(value, timeZone);

  async function run(act: () => Promise<void>): Promise<void> {
    setRefusal(null);
    try {
      await act();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      const own = error.fields.filter(({ path }) => path !== 'at');
      const message = [
        error.message,
        ...own.map(({ path, message: text }) => `${describePath(path, fields)}: ${text}`),
      ].join(' ');
      setRefusal({ message, isOfTime: error.fields.some(({ path }) => path === 'at') });
    }
  }

  return (
    <div className={form.form}>
      {refusal && !refusal.isOfTime && <RefusalNotice refusal={{ message: refusal.message, requestId: null }} />}
      <MomentField
        label={label}
        value={value}
        error={refusal?.isOfTime ? refusal.message : undefined}
        onChange={setValue}
      />
      <div className={form.row}>
        <Button
          disabled={!instant}
          onClick={() => instant && void run(() => onSet(instant.toISOString()))}
          label={action}
        />
        {onCancel && <Button onClick={() => void run(onCancel)}>{cancelLabel}</Button>}
        {instant && (
          <AsOfLink at={instant.toISOString()} entry={draftOf} path={path}>
            {draftOf === undefined ? 'Show the site as of then' : 'Show the site as of then, with this draft'}
          </AsOfLink>
        )}
      </div>
    </div>
  );
}

const names: Record<ScheduleKind, { field: string; move: string; cancel: string }> = {
  PUBLICATION: { field: 'Goes public at', move: 'Move the publication', cancel: 'Cancel the publication' },
  NEXT_TEXT: { field: 'Next text goes public at', move: 'Move the next text', cancel: 'Cancel the next text' },
  WITHDRAWAL: { field: 'Withdrawn at', move: 'Move the withdrawal', cancel: 'Cancel the withdrawal' },
};

/** Shows when the entry appears, changes and disappears, and lets editors schedule, move and cancel each. */
export function SchedulePane({
  opened,
  isDraft,
  fields,
  runAction,
  onRefused,
  onDone,
}: {
  opened: OpenedEntry;
  /** Whether the text differs from the published or scheduled one. */
  isDraft: boolean;
  /** The own fields of the draft. */
  fields: Record<string, unknown>;
  runAction: DraftSaver['runAction'];
  onRefused: (fields: FieldError[]) => void;
  onDone: (opened: OpenedEntry, message: string) => void;
}) {
  const client = useClient();
  const { timeZone } = use(StudioSettingsContext);
  const { entry, canPublish } = opened;
  const { id, type, slug, state } = entry;
  const isShown = state === 'PUBLISHED';
  const formatTimeWithZone = (at: string) => `${formatTime(at, timeZone, 'weekday')} in ${timeZone}`;

  /** Waits for a call, and reports the fields at fault if the call is refused. */
  async function reportFields<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (isApiFailure(error)) onRefused(error.fields);
      throw error;
    }
  }

  async function publishAt(at: string): Promise<void> {
    const changed = await reportFields(runAction((version) => client.call('scheduleEntry', { id, version, at })));
    onDone(changed, `Scheduled for ${formatTimeWithZone(at)}.`);
  }

  async function change(kind: ScheduleKind, at: string | null): Promise<void> {
    const { version } = entry;
    const changed = await reportFields(runAction(() => client.call('changeSchedule', { id, version, kind, at })));
    const cancelled = kind === 'WITHDRAWAL' ? 'The withdrawal is cancelled.' : 'Cancelled. The text is a draft again.';
    onDone(changed, at ? `Scheduled for ${formatTimeWithZone(at)}.` : cancelled);
  }

  // A setting holds for all time: it has no first day, and nothing would stand in its place.
  const isSetting = type === 'SETTING';
  const path = isSetting ? '/' : getEntryPath(type, slug);
  const past = [
    ['Published', isSetting || state === 'SCHEDULED' ? null : entry.publishedAt],
    ['Withdrawn', state === 'WITHDRAWN' ? entry.withdrawnAt : null],
  ] as const;
  const scheduled = [
    ['PUBLICATION', state === 'SCHEDULED' ? entry.publishedAt : null],
    ['NEXT_TEXT', entry.nextAt],
    ['WITHDRAWAL', state === 'WITHDRAWN' ? null : entry.withdrawnAt],
  ] as const;
  return (
    <div className={form.form}>
      <dl>
        {(canPublish ? past : [...past, ...scheduled.map(([kind, at]) => [names[kind].field, at] as const)]).map(
          ([label, at]) =>
            at && (
              <div key={label} className={form.row}>
                <dt>{label}</dt>
                <dd>
                  <Moment at={at} />{' '}
                  <AsOfLink at={at} path={path}>
                    Show the site as of then
                  </AsOfLink>
                </dd>
              </div>
            ),
        )}
      </dl>
      {canPublish &&
        scheduled.map(
          ([kind, at]) =>
            at && (
              <Schedule
                key={`${kind} ${at}`}
                label={names[kind].field}
                path={path}
                at={at}
                action={names[kind].move}
                onSet={(time) => change(kind, time)}
                cancelLabel={names[kind].cancel}
                onCancel={() => change(kind, null)}
              />
            ),
        )}
      {canPublish && (isDraft || (state !== 'SCHEDULED' && !entry.nextAt)) && (
        <Schedule
          label="Publish this draft at"
          path={path}
          at={null}
          action="Schedule"
          onSet={publishAt}
          draftOf={id}
          fields={fields}
        />
      )}
      {canPublish && !isSetting && !entry.withdrawnAt && (isShown || state === 'SCHEDULED') && (
        <Schedule
          label="Withdraw at"
          path={path}
          at={null}
          action="Schedule the withdrawal"
          onSet={(at) => change('WITHDRAWAL', at)}
        />
      )}
    </div>
  );
}

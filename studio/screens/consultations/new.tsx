import { useId } from 'react';
import { Form } from 'react-router';
import { formatTimeRange, toInstant, toLocalTime } from '../../../contract/content/local-time.ts';
import { fieldLimits } from '../../../contract/forms/field-limits.ts';
import { callChannels, channelNames } from '../../../contract/http/call-text.ts';
import type { AdviserSummary } from '../../../contract/studio/consultation-shapes.ts';
import { Submit } from '../../parts/button.tsx';
import fieldRow from '../../parts/field-row.module.css';
import formStyles from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { SelectField, TextArea, TextField } from '../../parts/text-field.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import { type ActionRefusal, type Screen, useAnswer } from '../../screen.ts';
import { findToday, formatCalendarDate } from '../calendar/dates.ts';
import styles from './consultation.module.css';
import { type FreeTime, FreeTimes } from './free-times.tsx';
import { nameAdviser } from './item.tsx';
import { readTime, TimeFields } from './time-fields.tsx';

/** A time that is held while the form is filled in. */
interface Held {
  hold: string;
  start: string;
  end: string;
  adviser: number;
  heldUntil: string;
}

interface Data {
  timeZone: string;
  advisers: AdviserSummary[];
  day: string;
  minutes: number;
  /** The time that the form of another time suggests. */
  start: string;
  /** Whether the address names a time, as that of an empty place in the calendar does. */
  isTimeAsked: boolean;
  adviser: number | null;
  free: FreeTime[];
  held: Held | null;
  key: string;
}

const commonZones = 'Europe/London Europe/Berlin America/New_York America/Los_Angeles Asia/Kolkata Asia/Tokyo'.split(
  ' ',
);

type FindError = (name: string) => string | undefined;

interface PanelProps {
  data: Data;
  refusal: ActionRefusal | undefined;
  findError: FindError;
}

/** Renders the free times of a day as buttons that hold them, and a form for every other time. */
function TimePanel({ data, refusal, findError }: PanelProps) {
  const { timeZone, advisers, day, minutes, start, adviser, free, held } = data;
  const name = formatCalendarDate(day, { weekday: 'long', day: 'numeric', month: 'long' });
  const otherTime = (
    <details className={styles.other} open={data.isTimeAsked || refusal?.values.zone !== undefined}>
      <summary>{data.isTimeAsked ? 'This time' : 'A time that is not listed, also outside of the hours'}</summary>
      <PostForm key={`${start} ${adviser}`} className={formStyles.stack}>
        {held && <input type="hidden" name="hold" value={held.hold} />}
        <TimeFields {...{ timeZone, advisers, start, minutes, adviser, findError }} />
        <div className={formStyles.row}>
          <Submit intent="hold" label="Hold this time" />
        </div>
      </PostForm>
    </details>
  );
  return (
    <Panel title={held ? 'Another time' : 'Choose a time'}>
      {data.isTimeAsked && otherTime}
      <Form className={styles.body}>
        {held && <input type="hidden" name="hold" value={held.hold} />}
        <div className={fieldRow.row}>
          <TextField label="Day" name="day" type="date" required defaultValue={day} />
          <TextField label="Minutes" name="minutes" type="number" min={5} max={480} required defaultValue={minutes} />
          <div className={fieldRow.action}>
            <Submit label="Show free times" />
          </div>
        </div>
      </Form>
      <PostForm className={styles.body}>
        <h3>Free on {name}</h3>
        <input type="hidden" name="intent" value="hold" />
        <input type="hidden" name="minutes" value={minutes} />
        {held && <input type="hidden" name="hold" value={held.hold} />}
        <FreeTimes
          {...{ advisers, timeZone }}
          times={adviser === null ? free : free.filter((time) => time.adviser === adviser)}
          empty="Nobody is free on this day. Choose another day, or another time below."
          renderTime={(time, clock, label) => (
            <Submit name="free" value={`${time.adviser} ${time.start}`} aria-label={label} label={clock} />
          )}
        />
      </PostForm>
      {!data.isTimeAsked && otherTime}
    </Panel>
  );
}

function CallerPanel({ data, held, refusal, findError }: PanelProps & { held: Held }) {
  const zones = useId();
  const values = refusal?.values ?? {};
  return (
    <Panel title="The caller">
      <PostForm
        className={styles.body}
        sends={{ key: data.key, hold: held.hold, start: held.start, end: held.end, adviser: held.adviser }}
      >
        <div className={fieldRow.row}>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={fieldLimits.name}
            defaultValue={values.name}
            error={findError('name')}
          />
          <TextField
            label="Telephone"
            name="contactNumber"
            type="tel"
            maxLength={fieldLimits.contactNumber}
            hint="With the country, such as +44"
            defaultValue={values.contactNumber}
            error={findError('contactNumber')}
          />
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            hint="Without it the caller gets no mails"
            defaultValue={values.email}
            error={findError('email')}
          />
        </div>
        <div className={fieldRow.row}>
          <TextField label="Company" name="company" maxLength={fieldLimits.company} defaultValue={values.company} />
          <SelectField
            label="How"
            name="channel"
            defaultValue={values.channel}
            options={[
              { value: '', label: 'As usual' },
              ...callChannels.map((value) => ({ value, label: channelNames[value] })),
            ]}
          />
          <TextField
            label="Link or place"
            name="place"
            maxLength={300}
            hint="Without it that of the adviser"
            defaultValue={values.place}
            error={findError('place')}
          />
          <TextField
            label="Time zone of the caller"
            name="timeZone"
            required
            list={zones}
            defaultValue={values.timeZone ?? data.timeZone}
            error={findError('timeZone')}
          />
          <datalist id={zones}>
            {commonZones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
        <TextArea
          label="What the caller would like to discuss"
          name="message"
          rows={4}
          maxLength={fieldLimits.message}
          defaultValue={values.message}
          error={findError('message')}
        />
        <div className={formStyles.row}>
          <Submit look="primary" intent="book" label="Book" />
        </div>
      </PostForm>
    </Panel>
  );
}

function View({ data }: { data: Data }) {
  const refusal = useAnswer()?.refusal;
  const { held, timeZone, advisers } = data;
  const findError: FindError = (name) => refusal?.fields.find(({ path }) => path === name)?.message;
  const adviser = advisers.find(({ id }) => id === held?.adviser);
  return (
    <ScreenLayout
      title="Book for a caller"
      parent={{ to: `/studio/consultations?day=${data.day}`, label: 'Consultations' }}
      width="text"
    >
      <RefusalNotice refusal={refusal} />
      {held && (
        <p className={styles.warning}>
          <strong>{formatTimeRange(held, timeZone)}</strong>, with{' '}
          <bdi>{adviser ? nameAdviser(adviser) : `adviser ${held.adviser}`}</bdi>. Held for you until{' '}
          {toLocalTime(held.heldUntil, timeZone).time}; afterwards it can be booked while it is free.
        </p>
      )}
      {held && <CallerPanel {...{ data, held, refusal, findError }} />}
      <TimePanel data={data} refusal={refusal} findError={findError} />
    </ScreenLayout>
  );
}

const isInstant = (text: string | null): text is string =>
  text !== null && /^2\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Reads the held time from the address, where the form that held it has put it. */
function readHeld({ searchParams }: URL): Held | null {
  const [hold, start, end, until] = ['hold', 'start', 'end', 'until'].map((name) => searchParams.get(name));
  const adviser = Number(searchParams.get('adviser'));
  if (!hold || !isInstant(start ?? null) || !isInstant(end ?? null) || !isInstant(until ?? null)) return null;
  return { hold, start: start ?? '', end: end ?? '', heldUntil: until ?? '', adviser };
}

/** Books a consultation for a caller: a time is held first, then the caller's details are typed. */
export const screen: Screen<Data> = {
  title: () => 'Book for a caller',
  loader: async ({ client, settings, url }) => {
    const { searchParams } = url;
    const asked = searchParams.get('start');
    const day = searchParams.get('day') ?? (isInstant(asked) ? toLocalTime(asked, settings.timeZone).date : '');
    const today = findToday(settings.timeZone);
    const isAhead = ({ start }: FreeTime) => Date.parse(start) > Date.now();
    // Without a day, the first one on which somebody is free.
    const findDay = async () => {
      const first = (await client.call('consultationTimes', { from: today, days: 14 })).items.find(isAhead);
      return first ? toLocalTime(first.start, settings.timeZone).date : today;
    };
    const from = /^2\d{3}-\d\d-\d\d$/.test(day) ? day : await findDay();
    const { timeZone, advisers, lengthMinutes } = await client.call('consultations', { from, days: 1 });
    const typed = Number(searchParams.get('minutes'));
    const minutes = Number.isInteger(typed) && typed >= 5 && typed <= 480 ? typed : lengthMinutes;
    const { items } = await client.call('consultationTimes', { from, days: 1, minutes });
    const free = items.filter(isAhead);
    const noon = toInstant(`${from}T12:00`, timeZone)?.toISOString() ?? '';
    return {
      timeZone,
      advisers,
      day: from,
      minutes,
      free,
      start: isInstant(asked) ? asked : (free[0]?.start ?? noon),
      isTimeAsked: isInstant(asked) && !searchParams.has('hold'),
      adviser: searchParams.has('hold') ? null : Number(searchParams.get('adviser')) || null,
      held: readHeld(url),
      key: crypto.randomUUID(),
    };
  },
  action: async ({ client, form, settings }) => {
    if (readChoice(form, 'intent', ['hold', 'book']) === 'hold') {
      const [adviser, start = ''] = (form.free ?? '').split(' ');
      const minutes = Number(readFields(form, 'minutes').minutes);
      const time = form.free ? { start, adviser: Number(adviser), minutes, isOutsideHours: false } : readTime(form);
      const held = await client.call('holdForCaller', { ...time, hold: form.hold || undefined });
      const query = new URLSearchParams({
        day: toLocalTime(held.start, form.zone ?? settings.timeZone).date,
        minutes: String(time.minutes),
        ...{ start: held.start, end: held.end, adviser: String(held.adviser), hold: held.hold, until: held.heldUntil },
      });
      return { to: `/studio/consultations/new?${query}` };
    }
    const { key, hold, start, end, adviser, name, email, timeZone } = readFields(
      form,
      ...(['key', 'hold', 'start', 'end', 'adviser', 'name', 'email', 'timeZone'] as const),
    );
    const channel = callChannels.find((each) => each === form.channel);
    const booked = await client.call('bookForCaller', {
      ...{ key, hold, start, name, email, timeZone, channel },
      adviser: Number(adviser),
      minutes: (Date.parse(end) - Date.parse(start)) / 60_000,
      // The held time was checked when it was chosen.
      isOutsideHours: true,
      contactNumber: form.contactNumber || undefined,
      company: form.company || undefined,
      place: form.place || undefined,
      message: form.message || undefined,
    });
    return { to: `/studio/consultations/${booked.id}` };
  },
  View,
};

import { useActionData } from 'react-router';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { AdviserSummary, OpenedConsultation } from '../../../contract/studio/consultation-shapes.ts';
import { ButtonLink, buttonLink, Submit } from '../../parts/button.tsx';
import formStyles from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { useNow } from '../../parts/relative-time.tsx';
import { TextArea } from '../../parts/text-field.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import type { Screen } from '../../screen.ts';
import { addDays, formatCalendarDate } from '../calendar/dates.ts';
import styles from './consultation.module.css';
import { ConsultationFacts, MailList } from './consultation-facts.tsx';
import { type FreeTime, FreeTimes } from './free-times.tsx';
import { ConsultationState, nameAdviser } from './item.tsx';
import {
  type ConsultationResponse,
  ConsultationResult,
  getMinutes,
  moveConsultation,
  nameAct,
  sayWhoIsTold,
  toVersionFields,
} from './move-consultation.tsx';
import { TimeFields } from './time-fields.tsx';
import { getMoveAddress } from './use-pending-move.ts';

interface Data {
  item: OpenedConsultation;
  timeZone: string;
  advisers: AdviserSummary[];
  /** The time that the form that moves the consultation suggests. */
  start: string;
  adviser: number;
  free: FreeTime[];
  /** Whether the form that moves the consultation is unfolded, because the URL names a time or a day. */
  isMoving: boolean;
}

/** Renders the field for what the mail to the visitor says. */
function WordField({ item, hint }: { item: OpenedConsultation; hint: string }) {
  if (!item.email) return <p className={formStyles.soft}>The visitor has no e-mail address, so call them about it.</p>;
  return <TextArea label="A word to the visitor" hint={hint} name="word" rows={2} maxLength={2_000} />;
}

function MoveForm({ data, answer }: { data: Data; answer: ConsultationResponse | undefined }) {
  const { item, timeZone, advisers, start, adviser, free, isMoving } = data;
  const { date } = toLocalTime(start, timeZone);
  const day = formatCalendarDate(date, { weekday: 'long', day: 'numeric', month: 'long' });
  const findError = (name: string) => answer?.refusal?.fields.find(({ path }) => path === name)?.message;
  const getDayAddress = (count: number) => {
    const query = new URLSearchParams({ day: addDays(date, count), adviser: String(adviser) });
    return `/studio/consultations/${item.id}?${query}#move`;
  };
  return (
    <details id="move" open={answer ? answer.refusal?.values.intent === 'move' : isMoving}>
      <summary className={buttonLink.quiet}>Move to another time</summary>
      <div className={styles.unfolded}>
        <PostForm key={`${start} ${adviser}`} className={formStyles.form} sends={toVersionFields(item)}>
          <TimeFields {...{ timeZone, advisers, start, adviser, findError }} minutes={getMinutes(item)} />
          <WordField item={item} hint="In the mail about the new time" />
          <div className={formStyles.row}>
            <Submit look="primary" intent="move" label={nameAct('Move', item)} />
          </div>
        </PostForm>
        <div className={formStyles.stack}>
          <div className={formStyles.ends}>
            <h3>Free on {day}</h3>
            <div className={formStyles.tight}>
              <ButtonLink to={getDayAddress(-1)} label="Day before" />
              <ButtonLink to={getDayAddress(1)} label="Day after" />
            </div>
          </div>
          {free.length > 0 && !free.some((time) => time.adviser === adviser) && (
            <p className={styles.warning}>
              <bdi>{nameAdviser(advisers.find(({ id }) => id === adviser) ?? { id: adviser, name: '' })}</bdi> has no
              free time on this day. Choose one of these times, or another day.
            </p>
          )}
          <FreeTimes
            {...{ advisers, timeZone }}
            times={free}
            empty="Nobody is free on this day."
            renderTime={(time, clock, label) => (
              <ButtonLink to={getMoveAddress(item, time.start, time.adviser)} aria-label={label} label={clock} />
            )}
          />
        </div>
      </div>
    </details>
  );
}

/** Renders the acts that need no other time. */
function Acts({ item }: { item: OpenedConsultation }) {
  const now = useNow();
  const hasBegun = item.status === 'BOOKED' && Date.parse(item.start) <= now;
  return (
    <>
      {(item.status === 'UNCONFIRMED' || item.status === 'LAPSED') && !item.isOver && (
        <PostForm sends={toVersionFields(item)}>
          <Submit look="primary" intent="confirm" label="Confirm for the visitor" />
        </PostForm>
      )}
      {item.canRestore && (
        <PostForm sends={toVersionFields(item)}>
          <Submit look="primary" intent="restore" label="Undo the cancellation" />
        </PostForm>
      )}
      {hasBegun && (
        <PostForm sends={toVersionFields(item)}>
          <Submit
            intent={item.isNoShow ? 'came' : 'no-show'}
            label={item.isNoShow ? 'The visitor came after all' : 'Nobody came'}
          />
        </PostForm>
      )}
    </>
  );
}

function CancelForm({ item, isRefused }: { item: OpenedConsultation; isRefused: boolean }) {
  return (
    <details open={isRefused}>
      <summary className={buttonLink.quiet}>Cancel the consultation</summary>
      <PostForm className={styles.unfolded} sends={toVersionFields(item)}>
        <WordField item={item} hint={`In the mail to ${item.email}`} />
        <div className={formStyles.row}>
          <Submit look="danger" intent="cancel" label={nameAct('Cancel', item)} />
        </div>
        <p className={formStyles.soft}>Once it has begun, you can note above that nobody came.</p>
      </PostForm>
    </details>
  );
}

function View({ data }: { data: Data }) {
  const answer = useActionData<ConsultationResponse>();
  const { item, timeZone } = data;
  const canChange = !item.isOver && item.status !== 'CANCELLED';
  const { date } = toLocalTime(item.start, timeZone);
  return (
    <ScreenLayout
      title={item.name}
      parent={{ to: `/studio/consultations?day=${date}`, label: 'Consultations' }}
      state={<ConsultationState item={item} />}
      actions={<Acts item={item} />}
    >
      <RefusalNotice refusal={answer?.refusal} />
      <ConsultationResult answer={answer} />
      {item.isOutsideHours && canChange && (
        <p className={styles.warning}>This time is outside of the adviser’s hours, or on a day off.</p>
      )}
      <div className={styles.columns}>
        <div className={formStyles.form}>
          <ConsultationFacts item={item} timeZone={timeZone} advisers={data.advisers} />
          <Panel title="Message">
            <p dir="auto" className={styles.message}>
              {item.message || 'The visitor wrote no message.'}
            </p>
          </Panel>
        </div>
        <div className={formStyles.form}>
          <Panel title="Change" isShown={canChange}>
            <div className={styles.changes}>
              <MoveForm data={data} answer={answer} />
              <CancelForm item={item} isRefused={answer?.refusal?.values.intent === 'cancel'} />
            </div>
          </Panel>
          <MailList mails={item.mails} />
        </div>
      </div>
    </ScreenLayout>
  );
}

const isInstant = (text: string | null): text is string =>
  text !== null && /^2\d{3}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

/** Shows one consultation, and moves, cancels and confirms it. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: ({ item }) => item.name,
  reloadsAfterRefusal: true,
  loader: async ({ client, params, url: { searchParams } }) => {
    const item = await client.call('consultation', { id: params.id ?? '' });
    const range = await client.call('consultations', { from: item.start.slice(0, 10), days: 1 });
    const { timeZone, advisers } = range;
    const asked = searchParams.get('start');
    const start = isInstant(asked) ? new Date(asked).toISOString() : item.start;
    const day = searchParams.get('day') ?? toLocalTime(start, timeZone).date;
    const adviser = Number(searchParams.get('adviser')) || item.adviser;
    const from = /^2\d{3}-\d\d-\d\d$/.test(day) ? day : toLocalTime(item.start, timeZone).date;
    const input = { from, days: 1, minutes: getMinutes(item), id: item.id };
    const canMove = !item.isOver && item.status !== 'CANCELLED';
    const free = canMove ? (await client.call('consultationTimes', input)).items : [];
    const own = toLocalTime(start, timeZone);
    // Another day is shown with the time of day of the consultation.
    const shown = from === own.date ? start : (free[0]?.start ?? `${from}T12:00:00.000Z`);
    const isMoving = searchParams.has('start') || searchParams.has('day');
    return { item, timeZone, advisers, start: shown, adviser, free, isMoving };
  },
  action: async ({ client, form }) => {
    const intent = readChoice(form, 'intent', ['move', 'cancel', 'restore', 'confirm', 'no-show', 'came']);
    if (intent === 'move') return moveConsultation(client, form);
    const { id, sequence } = readFields(form, 'id', 'sequence');
    const seen = { id, sequence: Number(sequence) };
    if (intent === 'cancel') {
      const cancelled = await client.call('cancelAppointment', { ...seen, word: form.word?.trim() || undefined });
      return { done: `Cancelled. The time is free. ${sayWhoIsTold(cancelled)}` };
    }
    if (intent === 'restore') {
      const restored = await client.call('restoreAppointment', seen);
      return { done: `It takes place after all. ${sayWhoIsTold(restored)}` };
    }
    if (intent === 'confirm') {
      await client.call('confirmAppointment', seen);
      return { done: 'Booked. The visitor gets a mail with a calendar file.' };
    }
    await client.call('markNoShow', { ...seen, isNoShow: intent === 'no-show' });
    return { done: intent === 'no-show' ? 'Noted: nobody came.' : 'Noted: the visitor came.' };
  },
  View,
};

import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { SubmissionRefusal } from '../../forms/submission.ts';
import { getConsultationAddress } from '../../parts/consultation-address.ts';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { inPlaceState } from '../../parts/in-place-navigation.ts';
import { Link } from '../../parts/link.tsx';
import { PhoneDisclosure } from '../../parts/phone-disclosure.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import type { ConsultationData } from './load.ts';
import styles from './slot-picker.module.css';
import { ZoneForm } from './zone-form.tsx';

interface SlotPickerProps {
  data: ConsultationData;
  refusal: SubmissionRefusal | null;
  /** Whether the times are in the zone in which they stay. Until then a click would choose another time than meant. */
  isZoneSettled: boolean;
}

/**
 * Renders the form around the free times. A time is held by POST. With an appointment, a GET leads to the question
 * whether to move it.
 */
function SlotForm({ data, children }: { data: ConsultationData; children: ReactNode }) {
  const { parameters, timeZone, hold } = data;
  if (parameters.manage) {
    return (
      <Form method="get" action={`${getConsultationAddress({})}#ask`} className={styles.days}>
        {(['manage', 'zone', 'from'] as const).map(
          (name) => parameters[name] && <input key={name} type="hidden" name={name} value={parameters[name]} />,
        )}
        {children}
      </Form>
    );
  }
  return (
    <Form method="post" action={getConsultationAddress(parameters)} className={styles.days}>
      <input type="hidden" name="intent" value="hold" />
      <input type="hidden" name="timeZone" value={timeZone} />
      {hold && <input type="hidden" name="hold" value={hold.hold} />}
      {children}
    </Form>
  );
}

interface SlotDayProps {
  data: ConsultationData;
  date: string;
  /** Start times, ISO 8601, in UTC. */
  starts: string[];
  /** The held or booked time, which no button offers. */
  chosen: string | null;
  isOpenAtFirst: boolean;
}

/** Renders the times of one day, with the chosen time marked among them. A phone opens one day after the other. */
function SlotDay({ data, date, starts, chosen, isOpenAtFirst }: SlotDayProps) {
  const { parameters, timeZone } = data;
  const isBusy = useNavigation().state === 'submitting';
  const { weekday, day } = toLocalTime(starts[0] ?? date, timeZone);
  const isChosenHere = chosen !== null && toLocalTime(chosen, timeZone).day === day;
  const shown = isChosenHere ? [...new Set([...starts, chosen])].sort() : starts;
  return (
    <section aria-labelledby={`day-${date}`} className={styles.day}>
      <h3 id={`day-${date}`} className={styles.name}>
        {weekday} <span className={styles.date}>{day}</span>
      </h3>
      <PhoneDisclosure
        summary={`${weekday} ${day}, ${isChosenHere ? 'your\u00a0time' : `${starts.length}\u00a0free`}`}
        isOpenAtFirst={isOpenAtFirst}
      >
        <ul className={styles.times}>
          {shown.map((start) => {
            const time = <time dateTime={start}>{toLocalTime(start, timeZone).time}</time>;
            return (
              <li key={start}>
                {start === chosen ? (
                  <p className={`${styles.time} ${styles.chosen}`}>
                    {time} <span className={styles.mark}>your time</span>
                  </p>
                ) : (
                  <button
                    type="submit"
                    name={parameters.manage ? 'to' : 'slot'}
                    value={start}
                    className={styles.time}
                    aria-disabled={isBusy}
                  >
                    {time}
                    <span className="visually-hidden">
                      , {weekday} {day}
                    </span>
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      </PhoneDisclosure>
    </section>
  );
}

/** Renders the free times of a week, by day. A button holds its time, or asks whether to move the appointment there. */
export function SlotPicker({ data, refusal, isZoneSettled }: SlotPickerProps) {
  const { slots, parameters, timeZone, hold, appointment } = data;
  if (!slots) {
    return (
      <p>
        We cannot show the free times right now. Send us a request below, or write to <SupportMail />.
      </p>
    );
  }
  const chosen = hold?.start ?? (appointment?.status === 'BOOKED' ? appointment.start : null);
  const days = slots.days.map(({ date, slots: times }) => ({ date, starts: times.map(({ start }) => start) }));
  const getDay = (start: string) => toLocalTime(start, timeZone).day;
  const openDay = Math.max(
    0,
    days.findIndex(({ starts: [first] }) => chosen && first && getDay(first) === getDay(chosen)),
  );
  const pages = [
    { from: slots.previous, label: 'Earlier times' },
    { from: slots.next, label: 'Later times' },
  ];
  return (
    <div className={styles.picker} data-unsettled={isZoneSettled ? undefined : ''}>
      {refusal && <ErrorSummary refusal={refusal} labels={{}} />}
      <ZoneForm data={data} />
      {slots.days.length === 0 && (
        <p role="status">
          No times are free this week. {slots.next ? 'Later weeks have some.' : 'Tell us below what would suit you.'}
        </p>
      )}
      <SlotForm data={data}>
        {days.map((day, index) => (
          <SlotDay key={day.date} data={data} {...day} chosen={chosen} isOpenAtFirst={index === openDay} />
        ))}
      </SlotForm>
      <nav aria-label="Weeks" className={styles.weeks}>
        {pages.map(
          ({ from, label }) =>
            from && (
              <Link
                key={label}
                to={getConsultationAddress({ ...parameters, from })}
                state={inPlaceState}
                preventScrollReset
              >
                {label}
              </Link>
            ),
        )}
      </nav>
    </div>
  );
}

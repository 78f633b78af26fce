import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { toLocalTime } from '../../../contract/local-time.ts';
import type { Refusal } from '../../forms/outcome.ts';
import { addressOf } from '../../parts/consultation-address.ts';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { keepPlace } from '../../parts/keep-place.ts';
import { Link } from '../../parts/link.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import type { ConsultationData } from './load.ts';
import styles from './slot-picker.module.css';
import { ZoneForm } from './zone-form.tsx';

interface SlotPickerProps {
  data: ConsultationData;
  refusal: Refusal | null;
}

/** The form around the free times: a time is held by POST; to move an appointment the page asks first, so it is a GET. */
function SlotForm({ data, children }: { data: ConsultationData; children: ReactNode }) {
  const { place, timeZone, hold } = data;
  if (place.manage) {
    return (
      <Form method="get" action={`${addressOf({})}#ask`} className={styles.days}>
        {(['manage', 'zone', 'from'] as const).map(
          (name) => place[name] && <input key={name} type="hidden" name={name} value={place[name]} />,
        )}
        {children}
      </Form>
    );
  }
  return (
    <Form method="post" action={addressOf(place)} className={styles.days}>
      <input type="hidden" name="intent" value="hold" />
      <input type="hidden" name="timeZone" value={timeZone} />
      {hold && <input type="hidden" name="hold" value={hold.hold} />}
      {children}
    </Form>
  );
}

/** The free times of a week by day, each a button that holds it, or asks about moving an appointment there. */
export function SlotPicker({ data, refusal }: SlotPickerProps) {
  const { slots, place, timeZone } = data;
  const isBusy = useNavigation().state === 'submitting';
  if (!slots) {
    return (
      <p>
        We cannot show the free times just now. Send us a request below, or write to <SupportMail />.
      </p>
    );
  }
  const pages = [
    { from: slots.previous, label: 'Earlier times' },
    { from: slots.next, label: 'Later times' },
  ];
  return (
    <div className={styles.picker}>
      {refusal && <ErrorSummary refusal={refusal} labels={{}} />}
      <ZoneForm data={data} />
      {slots.days.length === 0 && (
        <p role="status">
          No time is free in this week. {slots.next ? 'Later ones are.' : 'Tell us below what would suit you.'}
        </p>
      )}
      <SlotForm data={data}>
        {slots.days.map(({ date, slots: times }) => {
          const { weekday, day } = toLocalTime(times[0]?.start ?? date, timeZone);
          return (
            <section key={date} aria-labelledby={`day-${date}`} className={styles.day}>
              <h3 id={`day-${date}`} className={styles.name}>
                {weekday} <span className={styles.date}>{day}</span>
              </h3>
              <ul className={styles.times}>
                {times.map(({ start }) => (
                  <li key={start}>
                    <button
                      type="submit"
                      name={place.manage ? 'to' : 'slot'}
                      value={start}
                      className={styles.time}
                      aria-disabled={isBusy}
                    >
                      <time dateTime={start}>{toLocalTime(start, timeZone).time}</time>
                      <span className="visually-hidden">
                        , {weekday} {day}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </SlotForm>
      <nav aria-label="Weeks" className={styles.weeks}>
        {pages.map(
          ({ from, label }) =>
            from && (
              <Link key={label} to={addressOf({ ...place, from })} state={keepPlace} preventScrollReset>
                {label}
              </Link>
            ),
        )}
      </nav>
    </div>
  );
}

import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import form from '../../parts/form.module.css';
import { AsOfForm } from '../../parts/moment.tsx';
import styles from './chosen-day.module.css';
import { formatDayName } from './dates.ts';
import { DayItems } from './day-items.tsx';

/** Shows the chosen day beside the calendar: what changes, and the way to the site as of then. */
export function ChosenDay({
  day,
  items,
  now,
  isToday,
}: {
  day: string;
  items: CalendarItem[];
  now: string;
  isToday: boolean;
}) {
  return (
    <section aria-labelledby="chosen-day" className={styles.day}>
      <h2 id="chosen-day" className={styles.name}>
        {formatDayName(day)}
        {isToday && <span className={styles.today}>Today</span>}
      </h2>
      {items.length > 0 ? (
        <DayItems items={items} isFull now={now} />
      ) : (
        <p className={form.soft}>Nothing changes for visitors.</p>
      )}
      <AsOfForm key={day} at={`${day}T23:59`} />
    </section>
  );
}

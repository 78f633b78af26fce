import { Eye } from 'lucide-react';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import { AsOfForm, AsOfLink } from '../../parts/as-of.tsx';
import { buttonLink } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
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
  const name = formatDayName(day);
  return (
    <section aria-labelledby="chosen-day" className={styles.day}>
      <h2 id="chosen-day" className={styles.name}>
        {name}
        {isToday && <span className={styles.today}>Today</span>}
      </h2>
      {items.length > 0 ? (
        <DayItems items={items} isFull now={now} />
      ) : (
        <p className={styles.empty}>Nothing changes for visitors.</p>
      )}
      <AsOfLink at={`${day}T23:59`} className={buttonLink.quiet}>
        <Icon of={Eye} /> Show the site as of {name}
      </AsOfLink>
      <details className={styles.other}>
        <summary>At another time</summary>
        <AsOfForm />
      </details>
    </section>
  );
}

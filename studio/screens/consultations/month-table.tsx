import type { ConsultationRange } from '../../../contract/studio/consultation-shapes.ts';
import { MonthGrid } from '../calendar/month-grid.tsx';
import { CalendarItem } from './item.tsx';
import styles from './month-table.module.css';
import { getPeriodAddress, listItemsOfDay, type Period } from './place-in-day.ts';

/** Renders the consultations of a month. The link of a day leads to all of the day. */
export function MonthTable({
  period,
  items,
  advisers,
  timeZone,
  today,
}: ConsultationRange & { period: Period; today: string }) {
  const byId = new Map(advisers.map((adviser) => [adviser.id, adviser]));
  return (
    <MonthGrid
      month={period.day.slice(0, 7)}
      today={today}
      chosen={null}
      noun="consultation"
      mostShown={6}
      getAddress={(day) => getPeriodAddress({ ...period, view: 'day', day })}
      getMonthAddress={(day) => getPeriodAddress({ ...period, day })}
      listItems={(day) => listItemsOfDay(items, day, timeZone)}
    >
      {(own) => (
        <ol className={styles.items}>
          {own.map((item) => (
            <li key={item.id}>
              <CalendarItem isShort item={item} adviser={byId.get(item.adviser)} timeZone={timeZone} />
            </li>
          ))}
        </ol>
      )}
    </MonthGrid>
  );
}

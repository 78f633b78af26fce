import { use } from 'react';
import { Link } from 'react-router';
import { entryTypes } from '../../../contract/entry-types.ts';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { AsOfForm } from '../../parts/as-of.tsx';
import { buttonLink } from '../../parts/button.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { formatClock } from '../../parts/time.ts';
import type { Screen } from '../../screen.ts';
import styles from './screen.module.css';

interface Data {
  month: string;
  items: CalendarItem[];
}

const kindNames: Record<CalendarItem['kind'], string> = {
  PUBLISHED: 'Published',
  SCHEDULED: 'Scheduled',
  NEXT_TEXT: 'Next text',
  WITHDRAWAL: 'Withdrawal',
  WITHDRAWN: 'Withdrawn',
};

/** Formats a date without a time zone, such as `2026-11-01`. */
function formatDate(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

/** Returns the month some months from another: `2026-12` and 1 → `2027-01`. */
function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

function View({ data: { month, items } }: { data: Data }) {
  const { timeZone } = use(StudioSettingsContext);
  const to = (count: number) => `/studio/calendar?month=${addMonths(month, count)}`;
  const name = formatDate(`${month}-01`, { month: 'long', year: 'numeric' });
  const days = [...new Set(items.map(({ day }) => day))];
  return (
    <ScreenLayout
      title={`Calendar: ${name}`}
      actions={
        <>
          <Link to={to(-1)} discover="none" className={buttonLink.quiet}>
            Previous month
          </Link>
          <Link to={to(1)} discover="none" className={buttonLink.quiet}>
            Next month
          </Link>
        </>
      }
    >
      <AsOfForm />
      {days.length === 0 && <p>Nothing is published, scheduled or withdrawn this month.</p>}
      {days.map((day) => (
        <Section key={day} title={formatDate(day, { weekday: 'long', day: 'numeric', month: 'long' })}>
          <ul className={styles.day}>
            {items
              .filter((item) => item.day === day)
              .map(({ id, type, title, kind, at }) => (
                <li key={`${id} ${kind}`} className={styles.item}>
                  <time dateTime={at} className={styles.time}>
                    {formatClock(at, timeZone)}
                  </time>
                  <span data-kind={kind} className={styles.kind}>
                    {kindNames[kind]}
                  </span>
                  <Link to={`/studio/content/${id}`} discover="none">
                    {title || 'Untitled'}
                  </Link>
                  <span className={styles.type}>{entryTypes[type].label}</span>
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </ScreenLayout>
  );
}

/** Returns the current month in a time zone. */
function findCurrentMonth(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
    .format(new Date())
    .slice(0, 7);
}

export const screen: Screen<Data> = {
  title: () => 'Calendar',
  loader: async ({ client, settings, url: { searchParams } }) => {
    const asked = searchParams.get('month') ?? '';
    const month = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : findCurrentMonth(settings.timeZone);
    return { month, ...(await client.call('calendar', { month })) };
  },
  View,
};

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { ScheduleKind } from '../../../contract/studio/schedule-operations.ts';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import choice from '../../parts/choice.module.css';
import { Icon } from '../../parts/icon.tsx';
import { ActionOutcome } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { formatTime } from '../../parts/time.ts';
import { quoteTitle } from '../../parts/title.ts';
import { readFields } from '../../read-fields.ts';
import { type Screen, useAnswer } from '../../screen.ts';
import { ChosenDay } from './chosen-day.tsx';
import { addDays, addMonths, findMonday, findToday, formatCalendarDate, listMonthDays } from './dates.ts';
import { MonthView, WeekView } from './period-views.tsx';
import styles from './screen.module.css';

interface Data {
  /** The month that is shown, such as `2026-11`; null for a week. */
  month: string | null;
  /** The Monday of the week that is shown; null for a month. */
  monday: string | null;
  items: CalendarItem[];
  today: string;
  /** The day that is shown beside the period. */
  chosen: string;
  now: string;
}

/** Returns the addresses of the periods before and after the shown one, of today, and of both kinds of periods. */
function listAddresses({ month, monday, today, chosen }: Data) {
  const [before, after] = monday
    ? [`week=${addDays(monday, -7)}`, `week=${addDays(monday, 7)}`]
    : [`month=${addMonths(month ?? '', -1)}`, `month=${addMonths(month ?? '', 1)}`];
  return {
    before,
    after,
    today: `${monday ? `week=${today}` : `month=${today.slice(0, 7)}`}&day=${today}`,
    month: `month=${chosen.slice(0, 7)}&day=${chosen}`,
    week: `week=${chosen}&day=${chosen}`,
  };
}

/** Renders the links to other periods. */
function Periods({ data }: { data: Data }) {
  const unit = data.monday ? 'week' : 'month';
  const addresses = listAddresses(data);
  const steps = [
    ['before', `Previous ${unit}`, ChevronLeft],
    ['after', `Next ${unit}`, ChevronRight],
  ] as const;
  return (
    <>
      <div className={styles.steps}>
        {steps.map(([step, name, icon]) => (
          <Link
            key={step}
            to={`/studio/calendar?${addresses[step]}`}
            title={name}
            aria-label={name}
            className={styles.step}
          >
            <Icon of={icon} />
          </Link>
        ))}
      </div>
      <ButtonLink to={`/studio/calendar?${addresses.today}`}>Today</ButtonLink>
      <nav aria-label="Period" className={choice.choice}>
        {(['month', 'week'] as const).map((name) => (
          <Link
            key={name}
            to={`/studio/calendar?${addresses[name]}`}
            aria-current={name === unit ? 'page' : undefined}
            className={choice.option}
          >
            {name === 'month' ? 'Month' : 'Week'}
          </Link>
        ))}
      </nav>
    </>
  );
}

function formatPeriod({ month, monday }: Pick<Data, 'month' | 'monday'>): string {
  if (monday) return `week of ${formatCalendarDate(monday, { day: 'numeric', month: 'long', year: 'numeric' })}`;
  return formatCalendarDate(`${month}-01`, { month: 'long', year: 'numeric' });
}

function View({ data }: { data: Data }) {
  const answer = useAnswer();
  const { month, monday, items, today, chosen, now } = data;
  const shown = { items, today, chosen, now };
  return (
    <ScreenLayout title={`Calendar: ${formatPeriod(data)}`} actions={<Periods data={data} />}>
      <ActionOutcome>
        {answer?.act !== undefined && (
          <PostForm sends={{ act: answer.act }}>
            <Submit intent="undo" label="Undo" />
          </PostForm>
        )}
      </ActionOutcome>
      {month && items.length === 0 && <p>Nothing is published, changed or withdrawn in these weeks.</p>}
      <div className={styles.columns}>
        {month && <MonthView key={month} month={month} {...shown} />}
        {monday && <WeekView key={monday} monday={monday} {...shown} />}
        <ChosenDay
          day={chosen}
          items={items.filter(({ day }) => day === chosen)}
          now={now}
          isToday={chosen === today}
        />
      </div>
    </ScreenLayout>
  );
}

/** Returns the day to show beside a period: the asked one, today, or the first one of the period. */
function chooseDay(days: readonly string[], asked: string | null, today: string, first: string): string {
  return [asked, today].find((day): day is string => day !== null && days.includes(day)) ?? first;
}

const isDate = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Shows what visitors see change, by month or week, and moves what is scheduled by a day. */
export const screen: Screen<Data> = {
  title: (data) => `Calendar: ${formatPeriod(data)}`,
  loader: async ({ client, settings, url: { searchParams } }) => {
    const today = findToday(settings.timeZone);
    const now = new Date().toISOString();
    const week = searchParams.get('week') ?? '';
    const day = searchParams.get('day');
    if (isDate(week)) {
      const monday = findMonday(week);
      const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
      const chosen = chooseDay(days, day ?? week, today, monday);
      return { month: null, monday, today, chosen, now, ...(await client.call('calendar', { from: monday, days: 7 })) };
    }
    const asked = searchParams.get('month') ?? '';
    const month = isDate(`${asked}-01`) ? asked : today.slice(0, 7);
    const days = listMonthDays(month);
    const { items } = await client.call('calendar', { from: days[0] ?? today, days: days.length });
    const chosen = chooseDay(days, day, month === today.slice(0, 7) ? today : '', `${month}-01`);
    return { month, monday: null, today, chosen, now, items };
  },
  action: async ({ client, settings, form }) => {
    if (form.intent === 'undo') {
      const { entry } = await client.call('undoAct', { id: Number(readFields(form, 'act').act) });
      return { done: `Undone: ${quoteTitle(entry.title)} has its former time again.` };
    }
    const { id, version, kind, at } = readFields(form, 'id', 'version', 'kind', 'at');
    // The contract checks the kind.
    const { entry, lastAct } = await client.call('changeSchedule', {
      id: Number(id),
      version,
      kind: kind as ScheduleKind,
      at,
    });
    return { done: `Moved ${quoteTitle(entry.title)} to ${formatTime(at, settings.timeZone)}.`, act: lastAct?.id };
  },
  View,
};

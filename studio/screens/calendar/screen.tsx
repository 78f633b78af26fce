import { Link, useActionData } from 'react-router';
import type { ScheduleKind } from '../../../contract/studio/schedule-operations.ts';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import { AsOfForm } from '../../parts/as-of.tsx';
import { Button, buttonLink } from '../../parts/button.tsx';
import { Notice, RefusalNotice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { formatTime } from '../../parts/time.ts';
import { quoteTitle } from '../../parts/title.ts';
import { readFields } from '../../read-fields.ts';
import type { ActionRefusal, ActionResult, Screen } from '../../screen.ts';
import { addDays, addMonths, findMonday, findToday, formatCalendarDate, listMonthDays } from './dates.ts';
import { MonthView } from './month-view.tsx';
import { WeekView } from './week-view.tsx';

interface Data {
  /** The month that is shown, such as `2026-11`; null for a week. */
  month: string | null;
  /** The Monday of the week that is shown; null for a month. */
  monday: string | null;
  items: CalendarItem[];
  today: string;
  now: string;
}

function listLinks({ month, monday, today }: Data): [label: string, query: string][] {
  if (monday)
    return [
      ['Previous week', `week=${addDays(monday, -7)}`],
      ['Next week', `week=${addDays(monday, 7)}`],
      ['This week', `week=${today}`],
      ['Month', `month=${monday.slice(0, 7)}`],
    ];
  const shown = month ?? today.slice(0, 7);
  return [
    ['Previous month', `month=${addMonths(shown, -1)}`],
    ['Next month', `month=${addMonths(shown, 1)}`],
    ['This month', `month=${today.slice(0, 7)}`],
    ['Week', `week=${today.startsWith(shown) ? today : `${shown}-01`}`],
  ];
}

function formatPeriod({ month, monday }: Pick<Data, 'month' | 'monday'>): string {
  if (monday) return `week of ${formatCalendarDate(monday, { day: 'numeric', month: 'long', year: 'numeric' })}`;
  return formatCalendarDate(`${month}-01`, { month: 'long', year: 'numeric' });
}

function View({ data }: { data: Data }) {
  const answer = useActionData<{ refusal?: ActionRefusal } & Partial<Extract<ActionResult, { done: string }>>>();
  const { month, monday, items, today, now } = data;
  return (
    <ScreenLayout
      title={`Calendar: ${formatPeriod(data)}`}
      actions={listLinks(data).map(([label, query]) => (
        <Link key={label} to={`/studio/calendar?${query}`} discover="none" className={buttonLink.quiet}>
          {label}
        </Link>
      ))}
    >
      <RefusalNotice refusal={answer?.refusal} />
      <Notice>
        {answer?.done && <p>{answer.done}</p>}
        {answer?.act !== undefined && (
          <PostForm>
            <input type="hidden" name="act" value={answer.act} />
            <Button type="submit" name="intent" value="undo">
              Undo
            </Button>
          </PostForm>
        )}
      </Notice>
      {month && items.length === 0 && <p>Nothing is published, changed or withdrawn in these weeks.</p>}
      {month && <MonthView key={month} month={month} items={items} today={today} now={now} />}
      {monday && <WeekView key={monday} monday={monday} items={items} today={today} now={now} />}
      <AsOfForm />
    </ScreenLayout>
  );
}

const isDate = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Shows what visitors see change, by month or week, and moves what is scheduled by a day. */
export const screen: Screen<Data> = {
  title: (data) => `Calendar: ${formatPeriod(data)}`,
  loader: async ({ client, settings, url: { searchParams } }) => {
    const today = findToday(settings.timeZone);
    const now = new Date().toISOString();
    const week = searchParams.get('week') ?? '';
    if (isDate(week)) {
      const monday = findMonday(week);
      return { month: null, monday, today, now, ...(await client.call('calendar', { from: monday, days: 7 })) };
    }
    const asked = searchParams.get('month') ?? '';
    const month = isDate(`${asked}-01`) ? asked : today.slice(0, 7);
    const days = listMonthDays(month);
    const { items } = await client.call('calendar', { from: days[0] ?? today, days: days.length });
    return { month, monday: null, today, now, items };
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

import { ChevronLeft, ChevronRight, Plus, SlidersHorizontal } from 'lucide-react';
import { use, useEffect, useRef } from 'react';
import { Link, useActionData, useNavigate, useNavigation } from 'react-router';
import { formatTimeRange, toInstant } from '../../../contract/content/local-time.ts';
import { formatCount } from '../../../contract/content/number-text.ts';
import { isolateText } from '../../../contract/content/text-direction.ts';
import type { AdviserSummary, ConsultationRange } from '../../../contract/studio/consultation-shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Button, ButtonLink, Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterChips } from '../../parts/filter-chips.tsx';
import formStyles from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { RefusalNotice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import bar from '../../parts/selection-bar.module.css';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import type { Screen } from '../../screen.ts';
import { addDays, findMonday, findToday, formatCalendarDate } from '../calendar/dates.ts';
import { DayColumn, PlaceRules } from './day-column.tsx';
import { nameAdviser } from './item.tsx';
import { MonthTable } from './month-table.tsx';
import {
  type ConsultationResponse,
  ConsultationResult,
  moveConsultation,
  nameAct,
  toTimeFields,
  toVersionFields,
} from './move-consultation.tsx';
import {
  findShownHours,
  formatPeriod,
  getPeriodAddress,
  listDays,
  movePeriod,
  type Period,
  readPeriod,
} from './place-in-day.ts';
import styles from './screen.module.css';
import { getMoveAddress, type PendingMove, usePendingMove } from './use-pending-move.ts';

interface Data extends ConsultationRange {
  period: Period;
  today: string;
}

/** Renders the links to other periods and to today. */
function Periods({ period, today }: { period: Period; today: string }) {
  const steps = [
    [-1, `Previous ${period.view}`, ChevronLeft],
    [1, `Next ${period.view}`, ChevronRight],
  ] as const;
  return (
    <div className={styles.periods}>
      {steps.map(([count, name, icon]) => (
        <ButtonLink key={name} to={getPeriodAddress(movePeriod(period, count))} title={name} aria-label={name}>
          <Icon of={icon} />
        </ButtonLink>
      ))}
      <ButtonLink to={getPeriodAddress({ ...period, day: today })}>Today</ButtonLink>
    </div>
  );
}

/** A column of the calendar: a day, or an adviser on the shown day. */
interface Column {
  key: string;
  day: string;
  adviser: AdviserSummary | null;
}

function listColumns({ period, advisers }: Data): Column[] {
  const days = listDays(period);
  if (period.view === 'week') return days.map((day) => ({ key: day, day, adviser: null }));
  const shown = advisers.filter(({ id, isPresent }) => (period.adviser === null ? isPresent : id === period.adviser));
  return shown.map((adviser) => ({ key: String(adviser.id), day: period.day, adviser }));
}

/** Renders the axis of hours beside the columns. */
function Hours({ first, last }: { first: number; last: number }) {
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  return (
    <ol aria-hidden="true" className={styles.axis}>
      {hours.map((hour) => (
        <li key={hour}>{`${hour}`.padStart(2, '0')}:00</li>
      ))}
    </ol>
  );
}

function TimeGrid({ data, answer }: { data: Data; answer: ConsultationResponse | undefined }) {
  const { period, items, hours, daysOff, advisers, timeZone, now, today } = data;
  const navigate = useNavigate();
  const pendingMove = usePendingMove(timeZone, now);
  const { cancel } = pendingMove;
  // A refused move stays chosen: its form can ask for it outside of the hours.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (answer?.done) cancel();
  }, [answer]);
  const columns = listColumns(data);
  const shown = findShownHours([...hours, ...items], listDays(period), timeZone);
  const byId = new Map(advisers.map((adviser) => [adviser.id, adviser]));
  const toStart = (day: string, time: string) => toInstant(`${day}T${time}`, timeZone)?.toISOString() ?? '';
  return (
    <>
      <PlaceRules />
      <div className={styles.grid}>
        <Hours {...shown} />
        {columns.map(({ key, day, adviser }) => {
          const only = adviser?.id ?? period.adviser;
          const isShown = (one: { adviser: number | null }) => only === null || one.adviser === only;
          const name = formatCalendarDate(day, { weekday: 'short', day: 'numeric', month: 'short' });
          return (
            <DayColumn
              key={key}
              day={day}
              timeZone={timeZone}
              isToday={day === today}
              isOfAdviser={only !== null}
              now={now}
              shown={shown}
              pendingMove={pendingMove}
              advisers={byId}
              items={items.filter(isShown)}
              hours={hours.filter(isShown)}
              daysOff={daysOff
                .filter((off) => off.day === day && (off.adviser === null || isShown(off)))
                .map((off) => {
                  const who = off.adviser === null || adviser ? null : byId.get(off.adviser);
                  return `${who ? `${nameAdviser(who)}: ` : ''}${off.reason || 'Day off'}`;
                })}
              heading={
                <h2 className={styles.day}>
                  {adviser ? (
                    nameAdviser(adviser)
                  ) : (
                    <Link to={getPeriodAddress({ ...period, view: 'day', day })}>{name}</Link>
                  )}
                </h2>
              }
              onDrop={(time) => pendingMove.dropAt(toStart(day, time), adviser?.id)}
              onChoose={(time) => {
                const query = new URLSearchParams({ start: toStart(day, time) });
                if (only !== null) query.set('adviser', String(only));
                void navigate(`/studio/consultations/new?${query}`);
              }}
            />
          );
        })}
      </div>
      <MoveBar data={data} pendingMove={pendingMove} />
    </>
  );
}

/** Says where a consultation is about to be moved, and moves it there. */
function MoveBar({ data: { timeZone, advisers }, pendingMove }: { data: Data; pendingMove: PendingMove }) {
  const { target, cancel, button } = pendingMove;
  const adviser = target && advisers.find(({ id }) => id === target.adviser);
  return (
    <div className={target ? bar.bar : 'visually-hidden'} data-floats>
      <p role="status">
        {target && (
          <>
            <bdi className={bar.count}>{target.item.name}</bdi> to {formatTimeRange(target, timeZone)}
            {adviser && `, with ${isolateText(nameAdviser(adviser))}`}
          </>
        )}
      </p>
      {target && (
        <PostForm
          className={formStyles.tight}
          sends={{ ...toVersionFields(target.item), ...toTimeFields(target, timeZone) }}
          onKeyDown={({ key }) => key === 'Escape' && cancel()}
        >
          <Submit ref={button} look="primary" label={nameAct('Move', target.item)} />
          <ButtonLink to={getMoveAddress(target.item, target.start, target.adviser)} label="Open the form" />
          <Button look="bare" onClick={cancel} label="Cancel the move" />
        </PostForm>
      )}
    </div>
  );
}

function View({ data }: { data: Data }) {
  const { period, items, advisers, today, timeZone } = data;
  const answer = useActionData<ConsultationResponse>();
  const root = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone, and the consultation is in another place.
  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    if (isIdle && answer?.moved) root.current?.querySelector<HTMLElement>(`[data-id="${answer.moved}"]`)?.focus();
  }, [answer, isIdle]);
  const isElsewhere = use(StudioSettingsContext).timeZone !== timeZone;
  return (
    <ScreenLayout
      title={`Consultations: ${formatPeriod(period)}`}
      state={<span className={styles.count}>{formatCount(items.length, 'consultation')}</span>}
      actions={
        <>
          <ButtonLink to="/studio/consultations/rules" icon={SlidersHorizontal} label="Advisers and hours" />
          <ButtonLink
            to={`/studio/consultations/new${period.day > today ? `?day=${period.day}` : ''}`}
            look="primary"
            icon={Plus}
            label="Book for a caller"
          />
        </>
      }
    >
      <RefusalNotice refusal={answer?.refusal} />
      <ConsultationResult answer={answer} />
      <ViewTabs
        label="Period"
        views={[
          { label: 'Week' },
          { label: 'Day', query: { view: 'day' } },
          { label: 'Month', query: { view: 'month' } },
        ]}
      />
      <div className={styles.bar}>
        <FilterChips
          kept={['view', 'day']}
          chips={[
            {
              name: 'adviser',
              label: 'Adviser',
              value: period.adviser === null ? '' : String(period.adviser),
              options: [
                { value: '', label: 'All' },
                ...advisers.map((adviser) => ({ value: String(adviser.id), label: nameAdviser(adviser) })),
              ],
            },
            {
              name: 'show',
              label: 'Show',
              value: period.isFull ? 'all' : '',
              options: [
                { value: '', label: 'What takes place' },
                { value: 'all', label: 'Cancelled too' },
              ],
            },
          ]}
        />
        <Periods period={period} today={today} />
      </div>
      {isElsewhere && <p className={styles.zone}>Times are in {timeZone}, the zone of the consultations.</p>}
      <div ref={root}>
        {period.view === 'month' ? (
          <MonthTable {...data} />
        ) : advisers.some(({ isPresent }) => isPresent) ? (
          <TimeGrid data={data} answer={answer} />
        ) : (
          <EmptyState
            drawing="empty"
            title="Nobody gives consultations"
            action={<Link to="/studio/consultations/rules">Add an adviser</Link>}
          />
        )}
      </div>
      {period.view !== 'month' && (
        <p className={styles.hint}>
          Drag a consultation to another time, or press Shift and an arrow key on it. Nothing changes before you
          confirm.
        </p>
      )}
    </ScreenLayout>
  );
}

/** Shows consultations by day, week or month, and leads to what can be done with each. */
export const screen: Screen<Data> = {
  title: ({ period }) => `Consultations: ${formatPeriod(period)}`,
  loader: async ({ client, settings, url }) => {
    const period = readPeriod(url, settings.timeZone);
    const load = (shown: Period) => {
      const [from = shown.day, ...others] = listDays(shown);
      return client.call('consultations', { from, days: others.length + 1 });
    };
    let range = await load(period);
    const isAhead = ({ end }: { end: string }) => Date.parse(end) > Date.now();
    // At the end of a week, when all its hours are over, the next week is shown.
    if (period.view === 'week' && !url.searchParams.has('day') && ![...range.hours, ...range.items].some(isAhead)) {
      period.day = addDays(findMonday(period.day), 7);
      range = await load(period);
    }
    const items = range.items.filter(
      ({ status, adviser }) =>
        (period.isFull || (status !== 'CANCELLED' && status !== 'LAPSED')) &&
        (period.adviser === null || adviser === period.adviser),
    );
    return { ...range, items, period, today: findToday(range.timeZone) };
  },
  action: ({ client, form }) => moveConsultation(client, form),
  View,
};

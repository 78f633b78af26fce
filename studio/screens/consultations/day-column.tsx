import { type MouseEvent, type ReactNode, use, useId } from 'react';
import type { AdviserSummary, ConsultationItem } from '../../../contract/studio/consultation-shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import formStyles from '../../parts/form.module.css';
import styles from './day-column.module.css';
import { CalendarItem } from './item.tsx';
import { assignLanes, type DayPlace, placeInDay } from './place-in-day.ts';
import type { PendingMove } from './use-pending-move.ts';

/** Numbers by which the style sheet places elements in the column of a day. */
interface PlaceNumbers extends DayPlace {
  /** The shown hours. */
  from: number;
  to: number;
  /** The lane of a consultation among those of the same time, from 1, and its width in columns of the grid. */
  lane: number;
  width: number;
}

const names: (keyof PlaceNumbers)[] = ['from', 'to', 'hour', 'quarter', 'hours', 'quarters', 'lane', 'width'];

/** Rules that give the style sheet the numbers, which are at most 24. They have no character that HTML escapes. */
const rules = names.flatMap((name) =>
  Array.from({ length: 25 }, (_, number) => `[data-${name}=n${number}]{--${name}:${number}}`),
);

/** Renders the rules for `toAttributes`. The policy of the page allows no styles in attributes. */
export function PlaceRules() {
  const { nonce } = use(StudioSettingsContext);
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {rules.join('')}
    </style>
  );
}

/** Returns numbers as attributes, which the rules turn into variables of the style sheet. */
const toAttributes = (numbers: Partial<PlaceNumbers>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`data-${name}`, `n${number}`]));

interface DayColumnProps {
  day: string;
  timeZone: string;
  heading: ReactNode;
  isToday: boolean;
  /** Whether it shows one adviser alone. */
  isOfAdviser: boolean;
  items: readonly ConsultationItem[];
  advisers: ReadonlyMap<number, AdviserSummary>;
  /** When somebody works. */
  hours: readonly { start: string; end: string }[];
  daysOff: readonly string[];
  now: string;
  pendingMove: PendingMove;
  /** Called with a time of the day as `09:15`, when a consultation is dropped there or the place is clicked. */
  onDrop: (time: string) => void;
  onChoose: (time: string) => void;
}

/** Returns the time of day at a height in a column, to a quarter of an hour. */
function readTime(event: MouseEvent<HTMLElement>): string {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const [first = 0, last = 24] = (event.currentTarget.dataset.shown ?? '').split('-').map(Number);
  const hour = first + ((event.clientY - top) / height) * (last - first);
  const quarter = Math.max(0, Math.min(95, Math.floor(hour * 4)));
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
}

/**
 * Renders the consultations of a day, or of an adviser on a day. On wide screens the height of a consultation is its
 * length; on narrow ones the column is a list.
 */
export function DayColumn(props: DayColumnProps & { shown: { first: number; last: number } }) {
  const { day, timeZone, items, advisers, hours, daysOff, now, isToday, pendingMove, shown } = props;
  const id = useId();
  const own = items.filter((item) => placeInDay(item, day, timeZone));
  // Advisers often work at the same hours.
  const places = hours.flatMap((time) => placeInDay(time, day, timeZone) ?? []);
  const works = [...new Map(places.map((place) => [Object.values(place).join(':'), place]))];
  const current = isToday ? placeInDay({ start: now, end: now }, day, timeZone) : null;
  const ghost = pendingMove.target ? placeInDay(pendingMove.target, day, timeZone) : null;
  return (
    <section
      aria-labelledby={id}
      className={styles.column}
      data-idle={works.length + own.length === 0 || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <div id={id} className={styles.head}>
        {props.heading}
        {daysOff.length > 0 && <p className={formStyles.small}>{daysOff.join(', ')}</p>}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the form to book and the form to move do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the form to book and the form to move do the same */}
      <div
        className={styles.hours}
        data-shown={`${shown.first}-${shown.last}`}
        {...toAttributes({ from: shown.first, to: shown.last })}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          props.onDrop(readTime(event));
        }}
        onClick={(event) => event.target === event.currentTarget && props.onChoose(readTime(event))}
      >
        {works.map(([key, place]) => (
          <div key={key} className={styles.work} {...toAttributes(place)} />
        ))}
        {current && <div className={styles.now} {...toAttributes(current)} />}
        {ghost && <div className={styles.ghost} {...toAttributes(ghost)} />}
        {own.length === 0 && <p className={styles.empty}>No consultations</p>}
        <ol className={styles.items}>
          {assignLanes(own).map(({ item, lane, lanes }) => {
            const place = placeInDay(item, day, timeZone);
            return (
              place && (
                <li key={item.id} className={styles.item} {...toAttributes({ ...place, lane, width: 12 / lanes })}>
                  <CalendarItem
                    item={item}
                    adviser={advisers.get(item.adviser)}
                    timeZone={timeZone}
                    isOfAdviser={props.isOfAdviser}
                    {...pendingMove.getHandlers(item)}
                  />
                </li>
              )
            );
          })}
        </ol>
      </div>
    </section>
  );
}

import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { AdviserSummary, ConsultationItem } from '../../../contract/studio/consultation-shapes.ts';
import { StateDot, type Tone } from '../../parts/state-dot.tsx';
import styles from './item.module.css';

/** Returns the name of an adviser; one whom nobody has named is a number. */
export function nameAdviser({ name, id }: Pick<AdviserSummary, 'name' | 'id'>): string {
  return name || `Adviser ${id}`;
}

const states: Record<ConsultationItem['status'], { tone: Tone; name: string }> = {
  BOOKED: { tone: 'live', name: 'Booked' },
  UNCONFIRMED: { tone: 'open', name: 'Not confirmed yet' },
  HELD: { tone: 'next', name: 'Being booked' },
  LAPSED: { tone: 'soft', name: 'Lapsed' },
  CANCELLED: { tone: 'soft', name: 'Cancelled' },
};

export function ConsultationState({ item }: { item: Pick<ConsultationItem, 'status' | 'isNoShow'> }) {
  if (item.isNoShow) return <StateDot tone="alert">Nobody came</StateDot>;
  const { tone, name } = states[item.status];
  return <StateDot tone={tone}>{name}</StateDot>;
}

interface ItemProps {
  item: ConsultationItem;
  adviser: AdviserSummary | undefined;
  timeZone: string;
  /** Whether a narrow place has a line for it, without the adviser. */
  isShort?: boolean;
  /** Whether the calendar around it shows its adviser alone, so that the name is left out. */
  isOfAdviser?: boolean;
  /** Whether it can be moved from here. */
  onDragStart?: (() => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}

/** Renders a consultation in a calendar: who comes, when, and to whom. CSS shows a list in the order of its times. */
export function CalendarItem({ item, adviser, timeZone, isShort, isOfAdviser, onDragStart, onKeyDown }: ItemProps) {
  const [from, to] = [toLocalTime(item.start, timeZone).time, toLocalTime(item.end, timeZone).time];
  const person = adviser ? nameAdviser(adviser) : `Adviser ${item.adviser}`;
  const isUsual = item.status === 'BOOKED' && !item.isNoShow;
  const text = (
    <span className={styles.text} data-short={isShort || undefined}>
      <bdi className={styles.name}>{item.name || 'Somebody is booking'}</bdi>{' '}
      <span className={styles.time}>
        <time dateTime={item.start}>{from}</time>
        <span className={styles.until}>–{to}</span>
      </span>{' '}
      {!isOfAdviser && <bdi className={styles.adviser}>{person}</bdi>}{' '}
      {!isUsual && (
        <span className={styles.state}>
          <ConsultationState item={item} />
        </span>
      )}
    </span>
  );
  const attributes = {
    className: styles.item,
    'data-colour': (adviser?.colour ?? 0) % 8,
    'data-status': item.isNoShow ? 'NO_SHOW' : item.status,
  };
  if (item.status === 'HELD') return <span {...attributes}>{text}</span>;
  return (
    <Link
      {...attributes}
      to={`/studio/consultations/${item.id}`}
      data-id={item.id}
      draggable={onDragStart !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', item.id);
        onDragStart?.();
      }}
      onKeyDown={onKeyDown}
    >
      {text}
    </Link>
  );
}

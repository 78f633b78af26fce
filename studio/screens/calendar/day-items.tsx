import { ArrowLeft, ArrowRight } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { ScheduleKind } from '../../../contract/studio/schedule-operations.ts';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext, useTypeNames } from '../../context.ts';
import { Submit } from '../../parts/button.tsx';
import formStyles from '../../parts/form.module.css';
import { AsOfLink } from '../../parts/moment.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot, type Tone } from '../../parts/state-dot.tsx';
import { formatClock } from '../../parts/time.ts';
import { moveByDays } from './dates.ts';
import styles from './day-items.module.css';

const kinds: Record<CalendarItem['kind'], { name: string; tone: Tone }> = {
  PUBLISHED: { name: 'Published', tone: 'live' },
  SCHEDULED: { name: 'Scheduled', tone: 'next' },
  NEXT_TEXT: { name: 'New text', tone: 'live' },
  WITHDRAWAL: { name: 'Withdrawal', tone: 'open' },
  WITHDRAWN: { name: 'Withdrawn', tone: 'soft' },
};

/** The schedule that moves each kind of future change. */
const scheduleKinds: Partial<Record<CalendarItem['kind'], ScheduleKind>> = {
  SCHEDULED: 'PUBLICATION',
  NEXT_TEXT: 'NEXT_TEXT',
  WITHDRAWAL: 'WITHDRAWAL',
};

function MoveForm({ item, now }: { item: CalendarItem; now: string }) {
  const { timeZone } = use(StudioSettingsContext);
  const { role } = useUser();
  const kind = scheduleKinds[item.kind];
  if (!kind || item.at <= now || !hasPermission(role, 'publish')) return null;
  const title = item.title || 'Untitled';
  return (
    <PostForm className={formStyles.tight} sends={{ id: item.id, version: item.version, kind }}>
      {(
        [
          [-1, 'A day earlier', ArrowLeft],
          [1, 'A day later', ArrowRight],
        ] as const
      ).map(([days, label, icon]) => (
        <Submit
          key={label}
          name="at"
          value={moveByDays(item.at, days, timeZone)}
          aria-label={`${label}: ${title}`}
          icon={icon}
          label={label}
        />
      ))}
    </PostForm>
  );
}

/** Lists what visitors see change on a day. `isFull` adds types, and the buttons that move what is scheduled. */
export function DayItems({ items, isFull, now }: { items: CalendarItem[]; isFull: boolean; now: string }) {
  const getName = useTypeNames();
  const { timeZone } = use(StudioSettingsContext);
  return (
    <ul className={styles.list} data-full={isFull || undefined}>
      {items.map((item) => (
        <li key={`${item.id} ${item.at}`} className={styles.item}>
          <span className={styles.fact}>
            <StateDot tone={item.at > now && item.kind === 'NEXT_TEXT' ? 'next' : kinds[item.kind].tone}>
              {kinds[item.kind].name}
            </StateDot>
          </span>{' '}
          <time dateTime={item.at} className={styles.time}>
            {formatClock(item.at, timeZone)}
          </time>
          <Link to={`/studio/content/${item.id}`} dir="auto" title={item.title} className={styles.title}>
            {item.title || 'Untitled'}
          </Link>
          {isFull && <span className={formStyles.small}>{getName(item.type)}</span>}
          {isFull && item.type !== 'SETTING' && (
            <AsOfLink at={item.at} path={item.path} aria-label={`Show its page then: ${item.title || 'Untitled'}`}>
              Show its page then
            </AsOfLink>
          )}
          {isFull && <MoveForm item={item} now={now} />}
        </li>
      ))}
    </ul>
  );
}

import { Monitor } from 'lucide-react';
import type { SessionSummary } from '../../contract/studio/shapes.ts';
import { Submit } from './button.tsx';
import { Icon } from './icon.tsx';
import { PostForm } from './post-form.tsx';
import { RelativeTime } from './relative-time.tsx';
import table from './table.module.css';
import { Table } from './table.tsx';

/** Lists sessions, each with a button that ends it: the session of this browser only where `canEndCurrent`. */
export function SessionTable({
  sessions,
  canEndCurrent,
}: {
  sessions: readonly SessionSummary[];
  canEndCurrent: boolean;
}) {
  return (
    <Table caption="Sessions" columns={['Browser', 'Since', 'Last used', '']}>
      {sessions.map(({ id, device, createdAt, seenAt, isCurrent }) => (
        <tr key={id}>
          <th scope="row">
            <span className={table.iconed}>
              <Icon of={Monitor} />
              {isCurrent ? `${device} (this one)` : device}
            </span>
          </th>
          <td data-label="Since" className={table.wide}>
            <RelativeTime at={createdAt} />
          </td>
          <td data-label="Last used">
            <RelativeTime at={seenAt} />
          </td>
          <td>
            {(canEndCurrent || !isCurrent) && (
              <PostForm sends={{ session: id }}>
                <Submit look="bare" intent="end" aria-label={`End this session: ${device}`} label="End" />
              </PostForm>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

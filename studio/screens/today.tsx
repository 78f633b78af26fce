import { Link } from 'react-router';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { ReviewedEntry } from '../../contract/studio/review-operations.ts';
import type { EntrySummary, HiddenTarget } from '../../contract/studio/shapes.ts';
import { buttonLink } from '../parts/button.tsx';
import { EntryTable } from '../parts/entry-table.tsx';
import { Moment } from '../parts/moment.tsx';
import { Notice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { useUser } from '../parts/shell.tsx';
import { UnsavedEditList } from '../saving/unsaved-edit-list.tsx';
import type { Screen } from '../screen.ts';
import { HiddenTargetList } from './today-hidden-targets.tsx';
import { ReviewList } from './today-review-list.tsx';

interface Data {
  drafts: EntrySummary[];
  changed: EntrySummary[];
  scheduled: EntrySummary[];
  submitted: ReviewedEntry[];
  returned: ReviewedEntry[];
  hiddenTargets: HiddenTarget[];
  /** Since when backups fail; null if they do not. */
  backupsFailSince: string | null;
}

function View({ data }: { data: Data }) {
  const { drafts, changed, scheduled, submitted, returned, hiddenTargets, backupsFailSince } = data;
  const { role } = useUser();
  const isEmpty = [drafts, changed, scheduled, submitted, returned].every(({ length }) => length === 0);
  return (
    <ScreenLayout
      title="Today"
      actions={
        hasPermission(role, 'write-drafts') && (
          <Link to="/studio/content/new/BLOG" discover="none" className={buttonLink.primary}>
            Write an article
          </Link>
        )
      }
    >
      {backupsFailSince && (
        <Notice kind="alert">
          <p>
            Backups have failed since <Moment at={backupsFailSince} />. Please tell the person who runs the server; the
            command npx site doctor says why.
          </p>
        </Notice>
      )}
      <UnsavedEditList />
      <Section title="Waiting for review" isShown={submitted.length > 0}>
        <ReviewList reviews={submitted} />
      </Section>
      <Section title="Sent back to the author" isShown={returned.length > 0}>
        <ReviewList reviews={returned} />
      </Section>
      <Section title="Withdrawn, but still named by a page" isShown={hiddenTargets.length > 0}>
        <HiddenTargetList targets={hiddenTargets} />
      </Section>
      {isEmpty && <p>There are no drafts, and nothing is scheduled. Everything is published.</p>}
      <Section title="Published, with changes that visitors do not see yet" isShown={changed.length > 0}>
        <EntryTable entries={changed} caption="Changed entries" />
      </Section>
      <Section title="Drafts" isShown={drafts.length > 0}>
        <EntryTable entries={drafts} caption="Drafts" />
      </Section>
      <Section title="Scheduled" isShown={scheduled.length > 0}>
        <EntryTable entries={scheduled} caption="Scheduled entries" />
      </Section>
    </ScreenLayout>
  );
}

export const screen: Screen<Data> = {
  title: () => 'Today',
  loader: async ({ client }) => {
    const list = async (state: 'DRAFT' | 'CHANGED' | 'SCHEDULED') =>
      (await client.call('listContent', { state, size: 10 })).items;
    const [drafts, changed, scheduled, { failingSince }, submitted, returned, hidden] = await Promise.all([
      list('DRAFT'),
      list('CHANGED'),
      list('SCHEDULED'),
      client.call('backupState', {}),
      client.call('reviews', { state: 'SUBMITTED' }),
      client.call('reviews', { state: 'RETURNED' }),
      client.call('hiddenTargets', {}),
    ]);
    const reviews = { submitted: submitted.items, returned: returned.items };
    return { drafts, changed, scheduled, ...reviews, hiddenTargets: hidden.items, backupsFailSince: failingSince };
  },
  View,
};

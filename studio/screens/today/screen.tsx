import { Link } from 'react-router';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { buttonLink } from '../../parts/button.tsx';
import { EntryTable } from '../../parts/entry-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { LeftEdits } from '../../saving/left-edits.tsx';
import type { Screen } from '../../screen.ts';

interface Data {
  drafts: EntrySummary[];
  changed: EntrySummary[];
  scheduled: EntrySummary[];
  /** Since when backups fail; null if they do not. */
  backupsFailSince: string | null;
}

function View({ data: { drafts, changed, scheduled, backupsFailSince } }: { data: Data }) {
  const isEmpty = drafts.length + changed.length + scheduled.length === 0;
  return (
    <ScreenLayout
      title="Today"
      actions={
        <Link to="/studio/content/new/BLOG" discover="none" className={buttonLink.primary}>
          Write an article
        </Link>
      }
    >
      {backupsFailSince && (
        <Notice kind="alert">
          <p>
            Backups have failed since <Moment at={backupsFailSince} />. Please tell the person who runs the server; the
            command npm run doctor says why.
          </p>
        </Notice>
      )}
      <LeftEdits />
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
    const [drafts, changed, scheduled, { failingSince }] = await Promise.all([
      list('DRAFT'),
      list('CHANGED'),
      list('SCHEDULED'),
      client.call('backupState', {}),
    ]);
    return { drafts, changed, scheduled, backupsFailSince: failingSince };
  },
  View,
};

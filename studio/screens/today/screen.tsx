import { Link } from 'react-router';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { buttonLink } from '../../parts/button.tsx';
import { EntryTable } from '../../parts/entry-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { LeftEdits } from '../../saving/left-edits.tsx';
import type { Screen } from '../../screen.ts';

interface Data {
  drafts: EntrySummary[];
  changed: EntrySummary[];
  scheduled: EntrySummary[];
}

function View({ data: { drafts, changed, scheduled } }: { data: Data }) {
  const isEmpty = drafts.length + changed.length + scheduled.length === 0;
  return (
    <Page
      title="Today"
      actions={
        <Link to="/studio/content/new/BLOG" discover="none" className={buttonLink.primary}>
          Write an article
        </Link>
      }
    >
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
    </Page>
  );
}

export const screen: Screen<Data> = {
  title: () => 'Today',
  loader: async ({ client }) => {
    const list = async (state: 'DRAFT' | 'CHANGED' | 'SCHEDULED') =>
      (await client.call('listContent', { state, size: 10 })).items;
    const [drafts, changed, scheduled] = await Promise.all([list('DRAFT'), list('CHANGED'), list('SCHEDULED')]);
    return { drafts, changed, scheduled };
  },
  View,
};

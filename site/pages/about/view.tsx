import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { Position, TeamMember } from '../../../contract/content/record-shapes.ts';
import { CallToAction } from '../../parts/call-to-action.tsx';
import { ChipLinks } from '../../parts/chip-links.tsx';
import { Facts } from '../../parts/facts.tsx';
import { PageEntryHeader } from '../../parts/page-entry-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { Prose } from '../../parts/prose.tsx';
import { TeamMemberCard } from './team-member-card.tsx';
import styles from './view.module.css';

export interface AboutData {
  entry: EntryDetail<'PAGE'>;
  positions: Position[];
  /** The selected position; null if all members are shown. */
  position: Position | null;
  members: TeamMember[];
}

/** Renders the positions as links. Without JavaScript the hash `#team` keeps the visitor in this section. */
function PositionFilter({ positions, position }: Pick<AboutData, 'positions' | 'position'>) {
  const everybody = { href: '/about-us#team', label: 'Everyone', isCurrent: position === null };
  const chips = positions.map(({ slug, label, members }) => ({
    href: `/about-us?position=${slug}#team`,
    label,
    count: members,
    isCurrent: slug === position?.slug,
  }));
  return <ChipLinks label="Team by position" chips={[everybody, ...chips]} isInPlace />;
}

/** Renders About us: the company and its team (specification, section 2). */
export function AboutView({ data }: { data: AboutData }) {
  const { entry, members, position, positions } = data;
  const { facts } = entry.fields;
  return (
    <>
      <PageEntryHeader entry={entry} />
      {facts && (
        <PageSection number="01" title="In figures">
          <Facts facts={facts} />
        </PageSection>
      )}
      <PageSection number="02" title="Who we are">
        <Prose html={entry.html} />
      </PageSection>
      <PageSection number="03" title="The team" id="team">
        <PositionFilter positions={positions} position={position} />
        <p className={styles.memberCount} role="status">
          {position && (
            <>
              <bdi>{position.label}</bdi>:{' '}
            </>
          )}
          {formatCount(members.length, 'person', 'people')}
        </p>
        <ul className={styles.members}>
          {members.map((member) => (
            <TeamMemberCard key={member.slug} member={member} />
          ))}
        </ul>
      </PageSection>
      <CallToAction />
    </>
  );
}

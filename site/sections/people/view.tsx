import { formatCount } from '../../../contract/content/number-text.ts';
import type { Position, TeamMember } from '../../../contract/content/record-shapes.ts';
import { createFailure } from '../../failures.ts';
import { ChipLinks } from '../../parts/chip-links.tsx';
import { findNamed, redirectToRemaining } from '../../parts/find-named.ts';
import { describeTeamMember } from '../../parts/structured-data.ts';
import { createSection, type SectionArgs, type SectionProps } from '../section.ts';
import { TeamMemberCard } from './team-member-card.tsx';
import styles from './view.module.css';

interface PeopleData {
  positions: Position[];
  /** The selected position; null if all members are shown. */
  position: Position | null;
  members: TeamMember[];
}

async function loadPeople({ client, url, signal, path, page }: SectionArgs): Promise<PeopleData> {
  const slug = url.searchParams.get('position') || null;
  const [positions, allMembers] = await Promise.all([
    client.call('positions', {}, { signal }),
    slug === null ? client.call('teamMembers', {}, { signal }) : null,
  ]);
  if (allMembers) return { positions: positions.items, position: null, members: allMembers.items };
  const position = findNamed(positions.items, slug);
  if (!position) throw createFailure(404, { links: [{ href: path, label: `${page.title}, with the whole team` }] });
  if (import.meta.env.SSR) redirectToRemaining(url, 'position', position.slug);
  const { items } = await client.call('teamByPosition', { position: position.slug }, { signal });
  return { positions: positions.items, position, members: items };
}

type PeopleProps = SectionProps<'people', PeopleData>;

/** Renders the positions as links. Without JavaScript the hash keeps the visitor in this section. */
function PositionFilter({ data: { positions, position }, page: { path }, anchor }: PeopleProps) {
  const hash = anchor ? `#${anchor}` : '';
  const everybody = { href: path + hash, label: 'Everyone', isCurrent: position === null };
  const chips = positions.map(({ slug, label, members }) => ({
    href: `${path}?position=${slug}${hash}`,
    label,
    count: members,
    isCurrent: slug === position?.slug,
  }));
  return <ChipLinks label="Team by position" chips={[everybody, ...chips]} isInPlace />;
}

/** Renders the team, with a filter by position (specification, section 2). */
function PeopleContent(props: PeopleProps) {
  const { members, position } = props.data;
  return (
    <>
      <PositionFilter {...props} />
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
          <TeamMemberCard key={member.slug} member={member} heading={props.Heading} />
        ))}
      </ul>
    </>
  );
}

export const section = createSection('people', {
  load: loadPeople,
  Content: PeopleContent,
  describeHead: (head, { position, members }, settings) => ({
    ...head,
    ...(position
      ? { title: `${position.label} · ${head.title}`, canonical: `${head.canonical}?position=${position.slug}` }
      : {}),
    structuredData: import.meta.env.SSR
      ? [...(head.structuredData ?? []), ...members.map((member) => describeTeamMember(settings, member))]
      : undefined,
  }),
});

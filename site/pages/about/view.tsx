import { ChipLinks } from '../../parts/chip-links.tsx';
import { Facts } from '../../parts/facts.tsx';
import { trailOfPage } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import type { AboutData } from './data.ts';
import { Member } from './member.tsx';
import styles from './view.module.css';

/** The positions as links, so that a choice has an address; without a script, `#team` brings the visitor back here. */
function PositionFilter({ positions, position }: Pick<AboutData, 'positions' | 'position'>) {
  const everybody = { href: '/about-us#team', label: 'Everybody', current: position === null };
  const chips = positions.map(({ slug, label, members }) => ({
    href: `/about-us?position=${slug}#team`,
    label,
    count: members,
    current: slug === position?.slug,
  }));
  return <ChipLinks label="Team by position" chips={[everybody, ...chips]} inPlace />;
}

/** About the company and the people in it (specification, section 2). */
export function AboutView({ data }: { data: AboutData }) {
  const { entry, members, position, positions } = data;
  const { heading, lede, facts } = entry.fields;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader title={heading ?? entry.title} lede={lede ?? entry.summary} breadcrumbs={trailOfPage(entry)} />
      {facts && (
        <Sheet number="01" title="In figures">
          <Facts facts={facts} />
        </Sheet>
      )}
      <Sheet number="02" title="Who we are">
        <Prose html={entry.html} />
      </Sheet>
      <Sheet number="03" title="The team" id="team">
        <PositionFilter positions={positions} position={position} />
        <p className={styles.shown} role="status">
          {position ? `${position.label}: ` : ''}
          {members.length} {members.length === 1 ? 'person' : 'people'}
        </p>
        <ul className={styles.members}>
          {members.map((member) => (
            <Member key={member.slug} member={member} />
          ))}
        </ul>
      </Sheet>
    </>
  );
}

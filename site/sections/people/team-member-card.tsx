import type { TeamMember } from '../../../contract/content/record-shapes.ts';
import { Prose } from '../../parts/prose.tsx';
import styles from './team-member-card.module.css';

/** Returns the first letters of the first and the last name. */
function getInitials(name: string): string {
  const names = name.split(' ');
  return [...new Set([names[0], names.at(-1)])].map((each) => [...(each ?? '')][0] ?? '').join('');
}

/** Renders a member of the team. Articles link to their author by the id of this element, the slug. */
export function TeamMemberCard({ member, heading: Heading }: { member: TeamMember; heading: 'h2' | 'h3' }) {
  return (
    <li id={member.slug} className={styles.member}>
      <p className={styles.monogram} aria-hidden="true">
        {getInitials(member.name)}
      </p>
      <div className={styles.head}>
        <Heading dir="auto" className={styles.name}>
          {member.name}
        </Heading>
        <p dir="auto" className={styles.role}>
          {member.role}
        </p>
        <dl className={styles.facts}>
          <div>
            <dt>Focus</dt>
            <dd dir="auto">{member.focus}</dd>
          </div>
          <div>
            <dt>Since</dt>
            <dd>{member.joined}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.bio}>
        <Prose html={member.html} />
      </div>
    </li>
  );
}

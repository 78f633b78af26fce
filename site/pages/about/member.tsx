import type { TeamMember } from '../../../contract/record-shapes.ts';
import { Picture } from '../../parts/drawing.tsx';
import { Prose } from '../../parts/prose.tsx';
import styles from './member.module.css';

/** One person: portrait, what they do and since when; articles link here by the slug. */
export function Member({ member }: { member: TeamMember }) {
  return (
    <li id={member.slug} className={styles.member}>
      <div className={styles.portrait}>
        <Picture src={`/drawings/portrait/${member.slug}.svg`} width={320} height={320} />
      </div>
      <div className={styles.head}>
        <h3 className={styles.name}>{member.name}</h3>
        <p className={styles.role}>{member.role}</p>
        <dl className={styles.facts}>
          <div>
            <dt>Focus</dt>
            <dd>{member.focus}</dd>
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

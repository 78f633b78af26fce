import { CardGrid } from '../../parts/card-grid.tsx';
import { ChipLinks } from '../../parts/chip-links.tsx';
import type { Choice, HomeData } from './load.ts';
import styles from './recommended.module.css';

/** The address of a choice; choosing what is chosen takes it back. */
function chipsOf(kind: Choice['kind'], items: { slug: string; label: string }[], choice: Choice | null) {
  return items.map(({ slug, label }) => {
    const current = choice?.kind === kind && choice.slug === slug;
    return { href: current ? '/' : `/?${kind}=${slug}`, label, current };
  });
}

/** What to read next, ordered by who the visitor says they are. The choice is in the address and nowhere else. */
export function Recommended({ data }: { data: Pick<HomeData, 'recommended' | 'personas' | 'interests' | 'choice'> }) {
  const { recommended, personas, interests, choice } = data;
  return (
    <>
      <div className={styles.choices}>
        <ChipLinks label="I am a" chips={chipsOf('persona', personas, choice)} showLabel inPlace />
        <ChipLinks label="I am interested in" chips={chipsOf('interest', interests, choice)} showLabel inPlace />
        <p className={styles.note} role="status">
          {choice
            ? `${choice.label}: ${choice.description}`
            : 'Choose what you are or what you care about, and the list below starts with it. Nothing is stored.'}
        </p>
      </div>
      <div className={styles.list}>
        <CardGrid cards={recommended} isMixed />
      </div>
    </>
  );
}

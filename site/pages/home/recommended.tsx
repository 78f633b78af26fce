import { CardGrid } from '../../parts/card-grid.tsx';
import { ChipLinks } from '../../parts/chip-links.tsx';
import { type Choice, hasChoice } from './choice.ts';
import { KeepChoice } from './keep-choice.tsx';
import type { HomeSections } from './load.ts';
import styles from './recommended.module.css';
import { useKeptChoices } from './use-kept-choices.ts';

/** The address of a choice; choosing what is chosen takes it back. */
function chipsOf(kind: Choice['kind'], items: { slug: string; label: string }[], choice: Choice | null) {
  return items.map(({ slug, label }) => {
    const current = choice?.kind === kind && choice.slug === slug;
    return { href: current ? '/' : `/?${kind}=${slug}`, label, current };
  });
}

function noteOn(choice: Choice | null, kept: Choice[]): string {
  if (choice) {
    return `${choice.label}: ${choice.description}${hasChoice(kept, choice) ? ' This device remembers it.' : ''}`;
  }
  // Shorter than what stands there before it, so that it needs no more lines.
  const [first, ...others] = kept;
  if (others.length > 0) return `This device remembers ${kept.length} choices, and the list below starts with them.`;
  if (first) return `This device remembers your choice, and the list below starts with it: ${first.label}.`;
  return 'Choose what you are or what you care about, and the list below starts with it. Nothing is stored unless you ask.';
}

/**
 * What to read next, ordered by who the visitor says they are. The choice is in the address; only a visitor who asks for
 * it has it kept on the device, where all that are kept order the list of later visits.
 */
export function Recommended({
  data,
}: {
  data: Pick<HomeSections, 'recommended' | 'personas' | 'interests' | 'choice'>;
}) {
  const { recommended, personas, interests, choice } = data;
  const keeping = useKeptChoices(data);
  return (
    <>
      <div className={styles.choices}>
        <ChipLinks label="I am a" chips={chipsOf('persona', personas, choice)} showLabel inPlace />
        <ChipLinks label="I am interested in" chips={chipsOf('interest', interests, choice)} showLabel inPlace />
        <p className={styles.note} role="status">
          {noteOn(choice, keeping.kept)}
        </p>
        <KeepChoice choice={choice} {...keeping} />
      </div>
      <div className={styles.list}>
        {/* A new list, not the old one with its cards moved about. */}
        <CardGrid key={keeping.cards ? 'kept' : 'usual'} cards={keeping.cards ?? recommended} isMixed />
      </div>
    </>
  );
}

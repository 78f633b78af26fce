import type { ReactNode } from 'react';
import { CardGrid } from '../../parts/card-grid.tsx';
import { ChipLinks } from '../../parts/chip-links.tsx';
import { PhoneDisclosure } from '../../parts/phone-disclosure.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { includesChoice, type VisitorChoice } from './choice.ts';
import { loadPicks, type PicksData } from './load.ts';
import styles from './recommended-entries.module.css';
import { RememberChoice } from './remember-choice.tsx';
import { useRememberedChoices } from './use-remembered-choices.ts';

/** Creates the links that select a choice. The link of the selected choice clears the selection. */
function createChips(
  path: string,
  kind: VisitorChoice['kind'],
  items: { slug: string; label: string }[],
  choice: VisitorChoice | null,
) {
  return items.map(({ slug, label }) => {
    const isCurrent = choice?.kind === kind && choice.slug === slug;
    return { href: isCurrent ? path : `${path}?${kind}=${slug}`, label, isCurrent };
  });
}

function describeChoices(choice: VisitorChoice | null, remembered: VisitorChoice[]): ReactNode {
  if (choice) {
    return (
      <>
        <bdi>{choice.label}</bdi>: <bdi>{choice.description}</bdi>
        {includesChoice(remembered, choice) && ' This device remembers it.'}
      </>
    );
  }
  // These texts are shorter than the default text, so that hydration does not add lines.
  const [first, ...others] = remembered;
  if (others.length > 0) return `This device remembers ${remembered.length} choices, and matching entries come first.`;
  if (first)
    return (
      <>
        This device remembers “<bdi>{first.label}</bdi>”, and matching entries come first.
      </>
    );
  return 'Choose your role or an interest to see matching entries first. Nothing is stored unless you ask.';
}

/**
 * Renders the recommended entries, ordered by the selected choice. The choice is in the address. It is stored on the
 * device only if the visitor asks for it, and then also orders the list of later visits.
 */
function PicksContent({ section, data, page: { path } }: SectionProps<'picks', PicksData>) {
  const { recommended, personas, interests, choice } = data;
  const choices = useRememberedChoices(data);
  return (
    <PhoneDisclosure summary="Choose by role or interest" isOpenAtFirst={choice !== null} isFullWidth>
      <div className={styles.choices}>
        <ChipLinks label="Your role" chips={createChips(path, 'persona', personas, choice)} isLabelVisible isInPlace />
        <ChipLinks
          label="Your interests"
          chips={createChips(path, 'interest', interests, choice)}
          isLabelVisible
          isInPlace
        />
        <p className={styles.note} role="status">
          {describeChoices(choice, choices.remembered)}
        </p>
        <RememberChoice choice={choice} {...choices} />
      </div>
      <div className={styles.list}>
        {/* The key makes React create a new list instead of reordering the cards. */}
        <CardGrid
          key={choices.cards ? 'remembered' : 'default'}
          cards={choices.cards ?? recommended}
          headingLevel={section.title ? 3 : 2}
          isMixed
        />
      </div>
    </PhoneDisclosure>
  );
}

export const section = createSection('picks', { load: loadPicks, Content: PicksContent, isFullWidth: true });

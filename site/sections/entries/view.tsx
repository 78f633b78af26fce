import { Fragment, type ReactNode } from 'react';
import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import { CardGrid } from '../../parts/card-grid.tsx';
import { DateText } from '../../parts/date.tsx';
import { EntryCardView } from '../../parts/entry-card.tsx';
import { Link } from '../../parts/link.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { EntryIndex } from './entry-index.tsx';
import { type EntryListOptions, loadEntryLists } from './load.ts';
import styles from './view.module.css';

type Level = 2 | 3 | 4;

/** Renders entries as lines of a list: a question with its category, or a title with its date. */
function Rows({ cards }: { cards: readonly EntryCard[] }) {
  return (
    <ul className={styles.list}>
      {cards.map((card) => {
        const question = card.type === 'TRIVIA' ? card.fields.question : undefined;
        return (
          <li key={card.slug} className={styles.item}>
            <Link dir="auto" to={getEntryPath(card.type, card.slug)}>
              {question ?? card.title}
            </Link>
            <span className={styles.caption}>
              {question ? card.category?.name : <DateText iso={card.publishedAt} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Renders the entries of a list in its form. */
function Entries({ as, cards, level }: Pick<EntryListOptions, 'as'> & { cards: readonly EntryCard[]; level: Level }) {
  const [lead, ...others] = cards;
  switch (as) {
    case 'cards':
      return (
        <div className={styles.cards}>
          {cards.map((card) => (
            <EntryCardView key={card.slug} card={card} headingLevel={level} />
          ))}
        </div>
      );
    case 'lead':
      return (
        <>
          {lead && <EntryCardView card={lead} headingLevel={level} />}
          <Rows cards={others} />
        </>
      );
    case 'rows':
      return <Rows cards={cards} />;
    case 'index':
      return <EntryIndex cards={cards} heading={`h${level}`} />;
  }
}

function MoreLink({ type, category, more }: EntryListOptions) {
  const { categoryPath, listPath } = getEntryType(type);
  const address = category && categoryPath ? categoryPath + category : listPath;
  if (!more || !address) return null;
  return (
    <p className={styles.moreLink}>
      <Link to={address}>{more}</Link>
    </p>
  );
}

function Column({ title, level, children }: { title: string; level: 2 | 3; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <section className={styles.column}>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </section>
  );
}

/** Renders one list of entries, or up to three in columns with their names. */
function EntriesContent({ section, data, settings }: SectionProps<'entries', EntryCard[][]>) {
  const level = section.title ? 3 : 2;
  const lists = section.lists.flatMap((options, index) => {
    const cards = data[index] ?? [];
    return cards.length > 0 ? [{ options, cards }] : [];
  });
  if (section.lists.length === 1)
    return lists.map(({ options, cards }) => (
      <Fragment key={options.type}>
        {options.as === 'cards' ? (
          <CardGrid cards={cards} headingLevel={level} />
        ) : (
          <Entries as={options.as} cards={cards} level={level} />
        )}
        <MoreLink {...options} />
      </Fragment>
    ));
  return (
    <div className={styles.columns}>
      {lists.map(({ options, cards }) => (
        <Column key={`${options.type} ${options.category}`} title={settings.lists[options.type].heading} level={level}>
          <Entries as={options.as} cards={cards} level={level === 3 ? 4 : 3} />
          <MoreLink {...options} />
        </Column>
      ))}
    </div>
  );
}

export const section = createSection('entries', {
  load: loadEntryLists,
  Content: EntriesContent,
  isFullWidth: true,
  isEmpty: (lists) => lists.every((cards) => cards.length === 0),
});

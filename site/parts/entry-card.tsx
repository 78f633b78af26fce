import { type ReactNode, use } from 'react';
import { useViewTransitionState } from 'react-router';
import type { EntryCard } from '../../contract/content/entry-shapes.ts';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import type { ListSummaries } from '../../contract/content/list-settings.ts';
import { type SiteSettings, SiteSettingsContext } from '../settings.ts';
import { Caption } from './caption.tsx';
import { Cover, hasCover } from './cover.tsx';
import { DateText } from './date.tsx';
import styles from './entry-card.module.css';
import { Link } from './link.tsx';
import { formatPrice, getCurrency } from './price.ts';
import stretchedLink from './stretched-link.module.css';

/**
 * Returns the parts of the line above the title. In a list of several types, trivia and infographics name their type.
 */
function getCaptionParts(card: EntryCard, lists: ListSummaries, isMixed: boolean): ReactNode[] {
  switch (card.type) {
    case 'BLOG':
      return [card.category?.name, <DateText key="date" iso={card.publishedAt} />, `${card.readingMinutes} min read`];
    case 'TRIVIA':
      return [card.category?.name, isMixed ? `${lists.TRIVIA.singular}, guess first` : 'Guess first'];
    case 'INFOGRAPHIC':
      return [
        card.category?.name,
        isMixed && lists.INFOGRAPHIC.singular,
        <DateText key="date" iso={card.publishedAt} />,
      ];
    case 'MICROSERVICE':
      return [card.fields.version && `Version ${card.fields.version}`, card.fields.protocols?.join(', ')];
    case 'APP':
      return [card.fields.version && `Version ${card.fields.version}`, card.fields.platforms?.join(', ')];
    default:
      return [];
  }
}

/** Returns the sentence that says what an entry is about. */
export function getLeadText(card: EntryCard): string {
  switch (card.type) {
    case 'TRIVIA':
      return card.fields.question ?? card.summary;
    case 'SERVICE':
    case 'MICROSERVICE':
    case 'APP':
    case 'PLAN':
      return card.fields.tagline ?? card.summary;
    default:
      return card.summary;
  }
}

/** Returns the price of what is sold, with the duration of a service. */
function getOffer(card: EntryCard, settings: SiteSettings): string {
  switch (card.type) {
    case 'PLAN': {
      const { monthly, currency } = card.fields;
      return monthly !== undefined ? `${formatPrice(monthly, getCurrency(settings, currency))} a month` : '';
    }
    case 'SERVICE':
      return [card.fields.price, card.fields.duration].filter(Boolean).join(' · ');
    case 'MICROSERVICE':
    case 'APP':
      return card.fields.price ?? '';
    default:
      return '';
  }
}

interface EntryCardProps {
  card: EntryCard;
  headingLevel?: 2 | 3 | 4;
  /** Whether the list shows entries of several types. */
  isMixed?: boolean;
  /** Whether the card is visible without scrolling. */
  isInitiallyVisible?: boolean;
}

/** Renders an entry of a list: cover, caption, title, a sentence and its price. The whole card is one link. */
export function EntryCardView({ card, headingLevel = 3, isMixed = false, isInitiallyVisible = false }: EntryCardProps) {
  const Heading = `h${headingLevel}` as const;
  const address = getEntryPath(card.type, card.slug);
  const settings = use(SiteSettingsContext);
  const offer = getOffer(card, settings);
  const lead = getLeadText(card);
  const isLeaving = useViewTransitionState(address);
  return (
    <article className={styles.card} data-part="card">
      {hasCover(settings.lists, card) && (
        <div data-part="cover" className={isLeaving ? `${styles.cover} ${styles.transitioning}` : styles.cover}>
          <Cover entry={card} isInitiallyVisible={isInitiallyVisible} />
        </div>
      )}
      <div className={styles.text}>
        <Caption parts={getCaptionParts(card, settings.lists, isMixed)} className={styles.caption} />
        <Heading dir="auto" className={styles.title}>
          <Link to={address} viewTransition className={stretchedLink.link}>
            {card.title}
          </Link>
        </Heading>
        <p dir="auto" className={styles.summary}>
          {lead}
        </p>
        {offer && (
          <p dir="auto" className={styles.offer}>
            {offer}
          </p>
        )}
      </div>
    </article>
  );
}

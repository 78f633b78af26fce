import type { ReactNode } from 'react';
import { useViewTransitionState } from 'react-router';
import type { EntryCard } from '../../contract/entry-shapes.ts';
import { getEntryPath } from '../../contract/entry-types.ts';
import { plateMarks } from '../drawings/in-page.ts';
import { DateText } from './date.tsx';
import { Drawing, Picture } from './drawing.tsx';
import styles from './entry-card.module.css';
import { Link } from './link.tsx';

/** What stands above the title; in a list of several types that also says which one it is. */
function caption(card: EntryCard, isMixed: boolean): ReactNode[] {
  switch (card.type) {
    case 'BLOG':
      return [card.category?.name, <DateText key="date" iso={card.publishedAt} />, `${card.readingMinutes} min read`];
    case 'TRIVIA':
      return [card.category?.name, isMixed ? 'Trivia, guess first' : 'Guess first'];
    case 'INFOGRAPHIC':
      return [card.category?.name, isMixed && 'Infographic', <DateText key="date" iso={card.publishedAt} />];
    case 'MICROSERVICE':
      return [card.fields.version && `Version ${card.fields.version}`, card.fields.protocols?.join(', ')];
    case 'APP':
      return [card.fields.version && `Version ${card.fields.version}`, card.fields.platforms?.join(', ')];
    default:
      return [];
  }
}

function leadText(card: EntryCard): string {
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

interface EntryCardProps {
  card: EntryCard;
  headingLevel?: 2 | 3 | 4;
  /** Stands among cards of other types. */
  isMixed?: boolean;
  /** Its plate stands in the page, for no request shall come before it. */
  isSeenFirst?: boolean;
}

/** An entry in a list: its plate, what it is, its title and a sentence. The whole card is one link. */
export function EntryCardView({ card, headingLevel = 3, isMixed = false, isSeenFirst = false }: EntryCardProps) {
  const Heading = `h${headingLevel}` as const;
  const address = getEntryPath(card.type, card.slug);
  const isLeaving = useViewTransitionState(address);
  const plate = `/drawings/plate/${card.type}/${card.slug}.svg`;
  const parts = caption(card, isMixed).filter((part) => part);
  return (
    <article className={styles.card}>
      <div className={isLeaving ? `${styles.plate} ${styles.leaving}` : styles.plate}>
        {isSeenFirst ? (
          <Drawing
            src={plate}
            marks={import.meta.env.SSR ? plateMarks(card.type, card.slug) : null}
            viewBox="0 0 800 420"
          />
        ) : (
          <Picture src={plate} width={800} height={420} />
        )}
      </div>
      <div className={styles.text}>
        {parts.length > 0 && (
          <p className={styles.caption}>
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never change places
              <span key={index}>{part}</span>
            ))}
          </p>
        )}
        <Heading className={styles.title}>
          <Link to={address} viewTransition className={styles.link}>
            {card.title}
          </Link>
        </Heading>
        <p className={styles.summary}>{leadText(card)}</p>
      </div>
    </article>
  );
}

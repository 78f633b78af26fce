import type { ReactNode } from 'react';
import { entryTypes, getEntryPath } from '../../../contract/content/entry-types.ts';
import { DateText } from '../../parts/date.tsx';
import { EntryCardView } from '../../parts/entry-card.tsx';
import { Link } from '../../parts/link.tsx';
import styles from './latest-entries.module.css';
import type { HomeContent } from './load.ts';

function Column({ title, href, more, children }: { title: string; href: string; more: string; children: ReactNode }) {
  return (
    <section className={styles.column}>
      <h3 className={styles.title}>{title}</h3>
      {children}
      <p className={styles.moreLink}>
        <Link to={href}>{more}</Link>
      </p>
    </section>
  );
}

/** Renders the newest blogs, trivia and infographics in three columns. */
export function LatestEntries({ latest: { blogs, trivia, infographics } }: { latest: HomeContent['latest'] }) {
  const [lead, ...others] = blogs;
  return (
    <div className={styles.latest}>
      <Column title={entryTypes.BLOG.plural} href={entryTypes.BLOG.listPath} more="All blogs">
        {lead && <EntryCardView card={lead} headingLevel={4} />}
        <ul className={styles.list}>
          {others.map(({ slug, title, publishedAt }) => (
            <li key={slug} className={styles.item}>
              <Link to={getEntryPath('BLOG', slug)}>{title}</Link>
              <span className={styles.caption}>
                <DateText iso={publishedAt} />
              </span>
            </li>
          ))}
        </ul>
      </Column>
      <Column title={entryTypes.TRIVIA.plural} href={entryTypes.TRIVIA.listPath} more="All trivia">
        <ul className={styles.list}>
          {trivia.map(({ slug, title, fields, category }) => (
            <li key={slug} className={styles.item}>
              <Link to={getEntryPath('TRIVIA', slug)}>{fields.question ?? title}</Link>
              <span className={styles.caption}>{category?.name}</span>
            </li>
          ))}
        </ul>
      </Column>
      <Column title={entryTypes.INFOGRAPHIC.plural} href={entryTypes.INFOGRAPHIC.listPath} more="All infographics">
        <div className={styles.cards}>
          {infographics.map((card) => (
            <EntryCardView key={card.slug} card={card} headingLevel={4} />
          ))}
        </div>
      </Column>
    </div>
  );
}

import type { ReactNode } from 'react';
import { entryTypes, getEntryPath } from '../../../contract/entry-types.ts';
import { DateText } from '../../parts/date.tsx';
import { EntryCardView } from '../../parts/entry-card.tsx';
import { Link } from '../../parts/link.tsx';
import styles from './latest.module.css';
import type { HomeSections } from './load.ts';

function Column({ title, href, more, children }: { title: string; href: string; more: string; children: ReactNode }) {
  return (
    <section className={styles.column}>
      <h3 className={styles.title}>{title}</h3>
      {children}
      <p className={styles.more}>
        <Link to={href}>{more}</Link>
      </p>
    </section>
  );
}

/** The newest of each type, each in the form that suits it: a lead blog, questions, charts. */
export function Latest({ latest: { blogs, trivia, infographics } }: { latest: HomeSections['latest'] }) {
  const [lead, ...others] = blogs;
  return (
    <div className={styles.latest}>
      <Column title={entryTypes.BLOG.plural} href={entryTypes.BLOG.listPath} more="All blogs">
        {lead && <EntryCardView card={lead} headingLevel={4} />}
        <ul className={styles.lines}>
          {others.map(({ slug, title, publishedAt }) => (
            <li key={slug} className={styles.line}>
              <Link to={getEntryPath('BLOG', slug)}>{title}</Link>
              <span className={styles.caption}>
                <DateText iso={publishedAt} />
              </span>
            </li>
          ))}
        </ul>
      </Column>
      <Column title={entryTypes.TRIVIA.plural} href={entryTypes.TRIVIA.listPath} more="All trivia">
        <ul className={styles.lines}>
          {trivia.map(({ slug, title, fields, category }) => (
            <li key={slug} className={styles.line}>
              <Link to={getEntryPath('TRIVIA', slug)}>{fields.question ?? title}</Link>
              <span className={styles.caption}>{category?.name}</span>
            </li>
          ))}
        </ul>
      </Column>
      <Column title={entryTypes.INFOGRAPHIC.plural} href={entryTypes.INFOGRAPHIC.listPath} more="All infographics">
        {infographics.map((card) => (
          <EntryCardView key={card.slug} card={card} headingLevel={4} />
        ))}
      </Column>
    </div>
  );
}

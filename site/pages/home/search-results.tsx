import { entryTypes, getEntryPath, selectableTypes } from '../../../contract/entry-types.ts';
import { CategoryLinks } from '../../parts/category-links.tsx';
import { DateText } from '../../parts/date.tsx';
import { Excerpt } from '../../parts/excerpt.tsx';
import { Link } from '../../parts/link.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { resultCount } from '../../parts/search-text.ts';
import { searchedFor } from '../../parts/searched-for.ts';
import { ResultLink } from '../../search/result-link.tsx';
import type { OtherPlaces, SearchResult } from './load-search.ts';
import styles from './search-results.module.css';

function countText({ total, q, type, sections }: SearchResult): string {
  if (total === 0) return sections.length > 0 ? `Pages for “${q}”` : `Nothing found for “${q}”`;
  return `${resultCount(total)} for “${q}”${type ? ` in ${entryTypes[type].plural.toLowerCase()}` : ''}`;
}

/** Where nothing was found: the shelves to look on, and somebody to ask. */
function NoResult({ categories, services }: OtherPlaces) {
  return (
    <div className={styles.none}>
      <p>Try fewer or other words, or start from one of these.</p>
      {selectableTypes.map((type) => (
        <div key={type} className={styles.shelf}>
          <h2 className={styles.shelfTitle}>{entryTypes[type].plural}</h2>
          <CategoryLinks type={type} categories={categories} current="" />
        </div>
      ))}
      <div className={styles.shelf}>
        <h2 className={styles.shelfTitle}>{entryTypes.SERVICE.plural}</h2>
        <ul className={styles.services}>
          {services.map(({ slug, title }) => (
            <li key={slug}>
              <Link to={getEntryPath('SERVICE', slug)}>{title}</Link>
            </li>
          ))}
        </ul>
      </div>
      <p>
        Or <Link to="/contact-us">ask us directly</Link>. An engineer answers.
      </p>
    </div>
  );
}

/** What was found, best first, with the words that matched marked. */
export function SearchResults({ search }: { search: SearchResult }) {
  const { q, type, corrected, sections, items, page, size, total, others } = search;
  return (
    <section id="search" aria-labelledby="results">
      <div className={styles.head}>
        <h1 tabIndex={-1} id="results" className={styles.count}>
          {countText(search)}
        </h1>
        <SearchForm q={q} type={type} />
        {corrected && (
          <p className={styles.corrected} role="status">
            Nothing here says exactly “{q}”, so these are the results for <strong>{corrected}</strong>.
          </p>
        )}
      </div>
      {others ? (
        <NoResult {...others} />
      ) : (
        <ol>
          {sections.map(({ href, label, description }) => (
            <li key={href} className={styles.hit}>
              <p className={styles.caption}>
                <span>On this site</span>
              </p>
              <div>
                <h2 className={styles.title}>
                  <ResultLink to={href}>{label}</ResultLink>
                </h2>
                <p className={styles.excerpt}>{description}</p>
              </div>
            </li>
          ))}
          {items.map((hit) => (
            <li key={`${hit.type} ${hit.slug}`} className={styles.hit}>
              <p className={styles.caption}>
                <span>{entryTypes[hit.type].label}</span>
                {hit.category && <span>{hit.category.name}</span>}
                {entryTypes[hit.type].order === 'date' && <DateText iso={hit.publishedAt} />}
              </p>
              <div>
                <h2 className={styles.title}>
                  <Link to={getEntryPath(hit.type, hit.slug)} state={searchedFor(q)}>
                    {hit.title}
                  </Link>
                </h2>
                <p className={styles.excerpt}>
                  <Excerpt parts={hit.excerpt} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      <Pager path="/search" page={page} size={size} total={total} query={type ? { q, type } : { q }} />
    </section>
  );
}

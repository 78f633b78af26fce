import { use } from 'react';
import { getEntryPath, selectableTypes } from '../../../contract/content/entry-types.ts';
import { getTypeName, isListedType, toMidSentence } from '../../../contract/content/list-settings.ts';
import { Caption } from '../../parts/caption.tsx';
import { CategoryLinks } from '../../parts/category-links.tsx';
import { DateText } from '../../parts/date.tsx';
import { Excerpt } from '../../parts/excerpt.tsx';
import { Link } from '../../parts/link.tsx';
import { ListPager } from '../../parts/pager.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { createSearchLocationState } from '../../parts/search-location-state.ts';
import { formatResultCount } from '../../parts/search-text.ts';
import { ResultLink } from '../../search/result-link.tsx';
import { SiteSettingsContext } from '../../settings.ts';
import type { SearchResultPage, SearchSuggestions } from './load-search.ts';
import styles from './search-results.module.css';

function ResultCount({ search: { count, q, type } }: { search: SearchResultPage }) {
  const { lists } = use(SiteSettingsContext);
  return (
    <>
      {count === 0 ? 'Nothing found' : formatResultCount(count)} for “<bdi>{q}</bdi>”
      {count > 0 && type && ` in ${toMidSentence(lists[type].plural)}`}
    </>
  );
}

/** Renders what the page shows if nothing was found: links to categories, services and the contact page. */
function NoResults({ categories, services }: SearchSuggestions) {
  const { lists } = use(SiteSettingsContext);
  return (
    <div className={styles.noResults}>
      <p>Try fewer or other words, or start from one of these.</p>
      {selectableTypes.map((type) => (
        <div key={type} className={styles.group}>
          <h2 className={styles.groupTitle}>{lists[type].heading}</h2>
          <CategoryLinks type={type} categories={categories} current="" />
        </div>
      ))}
      <div className={styles.group}>
        <h2 className={styles.groupTitle}>{lists.SERVICE.heading}</h2>
        <ul className={styles.services}>
          {services.map(({ slug, title }) => (
            <li key={slug}>
              <Link dir="auto" to={getEntryPath('SERVICE', slug)}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <p>
        Or <Link to="/contact-us">ask us directly</Link>. A person will answer.
      </p>
    </div>
  );
}

/** Renders one page of search results, best first. */
export function SearchResults({ search }: { search: SearchResultPage }) {
  const { q, type, corrected, namedPages, items, page, size, total, suggestions } = search;
  const { lists } = use(SiteSettingsContext);
  return (
    <section id="search" aria-labelledby="results">
      <div className={styles.head}>
        <h1 tabIndex={-1} id="results" className={styles.count}>
          <ResultCount search={search} />
        </h1>
        <SearchForm q={q} type={type} />
        {corrected && (
          <p className={styles.corrected} role="status">
            No exact match for “<bdi>{q}</bdi>”. These are the results for <strong dir="auto">{corrected}</strong>.
          </p>
        )}
      </div>
      {suggestions ? (
        <NoResults {...suggestions} />
      ) : (
        <ol>
          {namedPages.map(({ href, label, description }) => (
            <li key={href} className={styles.result}>
              <Caption parts={['On this site']} className={styles.caption} />
              <div>
                <h2 className={styles.title}>
                  <ResultLink to={href}>{label}</ResultLink>
                </h2>
                <p className={styles.excerpt}>{description}</p>
              </div>
            </li>
          ))}
          {items.map((hit) => (
            <li key={`${hit.type} ${hit.slug}`} className={styles.result}>
              <Caption
                parts={[
                  getTypeName(lists, hit.type),
                  hit.category?.name,
                  isListedType(hit.type) && lists[hit.type].order === 'date' && (
                    <DateText key="date" iso={hit.publishedAt} />
                  ),
                ]}
                className={styles.caption}
              />
              <div>
                <h2 dir="auto" className={styles.title}>
                  <Link to={getEntryPath(hit.type, hit.slug)} state={createSearchLocationState(q)}>
                    {hit.title}
                  </Link>
                </h2>
                <p dir="auto" className={styles.excerpt}>
                  <Excerpt parts={hit.excerpt} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      <ListPager path="/search" page={page} size={size} total={total} query={type ? { q, type } : { q }} />
    </section>
  );
}

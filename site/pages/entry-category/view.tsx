import { entryTypes } from '../../../contract/content/entry-types.ts';
import { type ListSummaries, toMidSentence } from '../../../contract/content/list-settings.ts';
import { ClosingQuestion } from '../../parts/call-to-action.tsx';
import { CardGrid } from '../../parts/card-grid.tsx';
import { CategoryLinks } from '../../parts/category-links.tsx';
import { EmptyList } from '../../parts/empty-list.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ListPager } from '../../parts/pager.tsx';
import type { SiteSettings } from '../../settings.ts';
import type { EntryCategoryData } from './load.ts';
import styles from './view.module.css';

/** Returns the breadcrumbs of a category: Home, the list of its type, and the category. */
export function getCategoryBreadcrumbs(lists: ListSummaries, { type, category }: EntryCategoryData) {
  const { listPath, categoryPath } = entryTypes[type];
  return [
    { href: '/', label: 'Home' },
    { href: listPath, label: lists[type].heading },
    { href: categoryPath + category.slug, label: category.name },
  ];
}

/** Renders the entries of a category and links to the other categories. */
export function EntryCategoryView({ data, settings: { lists } }: { data: EntryCategoryData; settings: SiteSettings }) {
  const { type, category, categories, items, page, size, total } = data;
  const { categoryPath } = entryTypes[type];
  const { heading, plural } = lists[type];
  return (
    <>
      <PageHeader
        title={page > 0 ? `${category.name}, page ${page + 1}` : category.name}
        lede={category.description}
        kicker={heading}
        breadcrumbs={getCategoryBreadcrumbs(lists, data)}
      />
      <div className={styles.tools}>
        <CategoryLinks type={type} categories={categories} current={category.slug} />
      </div>
      <div className={styles.list}>
        {items.length === 0 ? (
          <EmptyList
            what={
              <>
                {toMidSentence(plural)} on <bdi>{category.name.toLowerCase()}</bdi>
              </>
            }
          />
        ) : (
          <CardGrid cards={items} headingLevel={2} isPageStart />
        )}
      </div>
      <ListPager path={categoryPath + category.slug} page={page} size={size} total={total} />
      <ClosingQuestion />
    </>
  );
}

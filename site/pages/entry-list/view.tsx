import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { type EntryType, getEntryType, selectableTypes } from '../../../contract/entry-types.ts';
import { CardGrid } from '../../parts/card-grid.tsx';
import { CategoryLinks } from '../../parts/category-links.tsx';
import { EmptyList } from '../../parts/empty-list.tsx';
import { FeedLinks } from '../../parts/feed-links.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Pager } from '../../parts/pager.tsx';
import type { EntryListData } from './load.ts';
import { PlanComparison } from './plan-comparison.tsx';
import styles from './view.module.css';

export function listTrail(type: EntryType) {
  const { listPath, plural } = getEntryType(type);
  return [
    { href: '/', label: 'Home' },
    { href: listPath ?? '/', label: plural },
  ];
}

function isPlan(card: EntryCard): card is EntryCard<'PLAN'> {
  return card.type === 'PLAN';
}

/** A type's list: its categories, its cards, its pages. Plans are compared in a table. */
export function EntryListView({ data }: { data: EntryListData }) {
  const { type, items, page, size, total, categories } = data;
  const { plural, description, listPath, feed } = getEntryType(type);
  const selectable = selectableTypes.find((name) => name === type);
  return (
    <>
      <PageHeader
        title={page > 0 ? `${plural}, page ${page + 1}` : plural}
        lede={description}
        breadcrumbs={listTrail(type)}
      />
      {(selectable || feed) && (
        <div className={styles.tools}>
          {selectable && <CategoryLinks type={selectable} categories={categories} current={null} />}
          {feed && <FeedLinks />}
        </div>
      )}
      <div className={styles.list}>
        {items.length === 0 ? (
          <EmptyList what={plural.toLowerCase()} />
        ) : type === 'PLAN' ? (
          <PlanComparison plans={items.filter(isPlan)} />
        ) : (
          <CardGrid cards={items} headingLevel={2} isLeading />
        )}
      </div>
      <Pager path={listPath ?? '/'} page={page} size={size} total={total} />
    </>
  );
}

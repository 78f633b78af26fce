import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { getEntryType, selectableTypes, type TypeWithPages } from '../../../contract/content/entry-types.ts';
import { ClosingQuestion, UsualCallToAction } from '../../parts/call-to-action.tsx';
import { CardGrid } from '../../parts/card-grid.tsx';
import { CategoryLinks } from '../../parts/category-links.tsx';
import { EmptyList } from '../../parts/empty-list.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { ListPager } from '../../parts/pager.tsx';
import { PlanComparison } from '../../sections/plans/plan-comparison.tsx';
import type { EntryListData } from './load.ts';
import styles from './view.module.css';

/** Returns the breadcrumbs of the list of a type. */
export function getListBreadcrumbs(type: TypeWithPages) {
  const { listPath, plural } = getEntryType(type);
  return [
    { href: '/', label: 'Home' },
    { href: listPath ?? '/', label: plural },
  ];
}

/** Renders links to the site's feeds. */
function FeedLinks() {
  return (
    <p className={styles.feeds}>
      Follow: <a href="/feed.xml">RSS</a> <a href="/feed.atom">Atom</a> <a href="/feed.json">JSON</a>
    </p>
  );
}

function isPlan(card: EntryCard): card is EntryCard<'PLAN'> {
  return card.type === 'PLAN';
}

/** Renders the list of a type with its categories and its pager. Plans are compared in a table. */
export function EntryListView({ data }: { data: EntryListData }) {
  const { type, items, page, size, total, categories, below } = data;
  const { plural, description, listPath, feed } = getEntryType(type);
  const selectable = selectableTypes.find((name) => name === type);
  return (
    <>
      <PageHeader
        title={page > 0 ? `${plural}, page ${page + 1}` : plural}
        lede={description}
        breadcrumbs={getListBreadcrumbs(type)}
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
          <CardGrid cards={items} headingLevel={2} isPageStart />
        )}
      </div>
      {below && below.items.length > 0 && (
        <PageSection
          id={getEntryType(below.type).folder}
          number="02"
          title={getEntryType(below.type).plural}
          isFullWidth
        >
          <CardGrid cards={below.items} />
        </PageSection>
      )}
      <ListPager path={listPath ?? '/'} page={page} size={size} total={total} />
      {/* The comparison of plans has an invitation of its own. */}
      {feed ? <ClosingQuestion /> : type !== 'PLAN' && <UsualCallToAction />}
    </>
  );
}

import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { getEntryType, selectableTypes } from '../../../contract/content/entry-types.ts';
import { toMidSentence } from '../../../contract/content/list-settings.ts';
import { ClosingQuestion, UsualCallToAction } from '../../parts/call-to-action.tsx';
import { CardGrid } from '../../parts/card-grid.tsx';
import { CategoryLinks } from '../../parts/category-links.tsx';
import { EmptyList } from '../../parts/empty-list.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { ListPager } from '../../parts/pager.tsx';
import { PlanComparison } from '../../sections/plans/plan-comparison.tsx';
import type { SiteSettings } from '../../settings.ts';
import { type EntryListData, getListBreadcrumbs } from './load.ts';
import styles from './view.module.css';

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

/** Renders the list of a type or a category, with links to the categories. Plans are compared in a table. */
export function EntryListView({ data, settings: { lists } }: { data: EntryListData; settings: SiteSettings }) {
  const { type, category, list, items, page, size, total, categories, below } = data;
  const { heading, plural } = lists[type];
  const trail = getListBreadcrumbs(lists, data);
  const { href = '', label = '' } = trail.at(-1) ?? {};
  const selectable = selectableTypes.find((name) => name === type);
  const hasFeed = list.feed && !category;
  return (
    <>
      <PageHeader
        title={page > 0 ? `${label}, page ${page + 1}` : label}
        lede={category?.description ?? list.lede}
        kicker={category && heading}
        breadcrumbs={trail}
      />
      {(selectable || hasFeed) && (
        <div className={styles.tools}>
          {selectable && <CategoryLinks type={selectable} categories={categories} current={category?.slug ?? null} />}
          {hasFeed && <FeedLinks />}
        </div>
      )}
      <div className={styles.list}>
        {items.length === 0 ? (
          <EmptyList what={toMidSentence(plural)} category={category?.name} />
        ) : type === 'PLAN' ? (
          <PlanComparison plans={items.filter(isPlan)} />
        ) : (
          <CardGrid cards={items} headingLevel={2} isPageStart />
        )}
      </div>
      {below && below.items.length > 0 && (
        <PageSection id={getEntryType(below.type).folder} number="02" title={lists[below.type].heading} isFullWidth>
          <CardGrid cards={below.items} />
        </PageSection>
      )}
      <ListPager path={href} page={page} size={size} total={total} />
      {/* The comparison of plans has an invitation of its own. */}
      {!getEntryType(type).enquiry ? <ClosingQuestion /> : type !== 'PLAN' && <UsualCallToAction />}
    </>
  );
}

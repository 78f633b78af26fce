import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { entryTypes, getEntryType, selectableTypes } from '../../../contract/content/entry-types.ts';
import { type ListSummaries, type TypeWithList, toMidSentence } from '../../../contract/content/list-settings.ts';
import { ClosingQuestion, UsualCallToAction } from '../../parts/call-to-action.tsx';
import { CardGrid } from '../../parts/card-grid.tsx';
import { CategoryLinks } from '../../parts/category-links.tsx';
import { EmptyList } from '../../parts/empty-list.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { ListPager } from '../../parts/pager.tsx';
import { PlanComparison } from '../../sections/plans/plan-comparison.tsx';
import type { SiteSettings } from '../../settings.ts';
import type { EntryListData } from './load.ts';
import styles from './view.module.css';

/** Returns the breadcrumbs of the list of a type. */
export function getListBreadcrumbs(lists: ListSummaries, type: TypeWithList) {
  return [
    { href: '/', label: 'Home' },
    { href: entryTypes[type].listPath, label: lists[type].heading },
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
export function EntryListView({ data, settings: { lists } }: { data: EntryListData; settings: SiteSettings }) {
  const { type, list, items, page, size, total, categories, below } = data;
  const { heading, plural } = lists[type];
  const selectable = selectableTypes.find((name) => name === type);
  return (
    <>
      <PageHeader
        title={page > 0 ? `${heading}, page ${page + 1}` : heading}
        lede={list.lede}
        breadcrumbs={getListBreadcrumbs(lists, type)}
      />
      {(selectable || list.feed) && (
        <div className={styles.tools}>
          {selectable && <CategoryLinks type={selectable} categories={categories} current={null} />}
          {list.feed && <FeedLinks />}
        </div>
      )}
      <div className={styles.list}>
        {items.length === 0 ? (
          <EmptyList what={toMidSentence(plural)} />
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
      <ListPager path={entryTypes[type].listPath} page={page} size={size} total={total} />
      {/* The comparison of plans has an invitation of its own. */}
      {!getEntryType(type).enquiry ? <ClosingQuestion /> : type !== 'PLAN' && <UsualCallToAction />}
    </>
  );
}

import { selectableTypes } from '../../../contract/content/entry-types.ts';
import { bulkKinds } from '../../../contract/studio/bulk-kinds.ts';
import type { BulkActSummary, BulkPlan, BulkSelection } from '../../../contract/studio/bulk-shapes.ts';
import { bulkWords } from '../../parts/bulk-words.ts';
import { ScreenLayout } from '../../parts/page.tsx';
import { readFields } from '../../read-fields.ts';
import type { Screen } from '../../screen.ts';
import { type PlanOrigin, PlanView } from './plan-view.tsx';
import { RecentActs } from './recent-acts.tsx';

/** A plan for the entries that the address names; without entries, the last bulk actions. */
type Data =
  | { selection: BulkSelection; plan: BulkPlan; origin: PlanOrigin }
  | { selection: null; recent: BulkActSummary[]; isEmpty: boolean };

/**
 * Returns the selection that an address names; null without a kind or entries. `entry` is an id and a version:
 * `12.3.d4`.
 */
function readSelection(parameters: URLSearchParams): BulkSelection | null {
  const kind = bulkKinds.find((each) => each === parameters.get('kind'));
  const entries = parameters.getAll('entry').flatMap((value) => {
    const [, id, version] = /^(\d{1,15})\.(\d+\.[dr]\d+)$/.exec(value) ?? [];
    return id && version ? [{ id: Number(id), version }] : [];
  });
  if (!kind || entries.length === 0) return null;
  const [given, slug = ''] = (parameters.get('category') ?? '').split('/');
  const type = selectableTypes.find((each) => each === given);
  return { kind, category: kind === 'CATEGORISE' && type ? { type, slug } : null, entries };
}

/** Returns the screen that asked for a plan: the list of content, or with `from=entry` the entry. */
function findOrigin(parameters: URLSearchParams, { entries: [first] }: BulkSelection): PlanOrigin {
  if (first && parameters.get('from') === 'entry') return { path: `/studio/content/${first.id}`, name: 'entry' };
  return { path: '/studio/content', name: 'content' };
}

function View({ data }: { data: Data }) {
  return (
    <ScreenLayout
      width="text"
      parent={{ to: '/studio/content', label: 'Content' }}
      title={data.selection ? bulkWords[data.selection.kind].title : 'Last bulk actions'}
    >
      {data.selection ? (
        <PlanView selection={data.selection} plan={data.plan} origin={data.origin} />
      ) : (
        <RecentActs items={data.recent} isEmpty={data.isEmpty} />
      )}
    </ScreenLayout>
  );
}

/** The plan of a bulk action: a dry run, and the confirmation by the count of entries that will change. */
export const screen: Screen<Data> = {
  title: (data) => (data.selection ? bulkWords[data.selection.kind].title : 'Last bulk actions'),
  loader: async ({ client, url: { searchParams } }) => {
    const selection = readSelection(searchParams);
    if (selection) {
      const origin = findOrigin(searchParams, selection);
      return { selection, plan: await client.call('planBulkAct', selection), origin };
    }
    const { items } = await client.call('bulkActs', {});
    return { selection, recent: items, isEmpty: searchParams.has('kind') };
  },
  action: async ({ client, url, form }) => {
    const { count } = readFields(form, 'count');
    const selection = readSelection(url.searchParams);
    if (!selection) return { to: '/studio/content' };
    // A text that is no number counts as 0, which never matches.
    const typed = Number(count.replace(/[\s,]/g, ''));
    const { id } = await client.call('runBulkAct', {
      ...selection,
      count: Number.isSafeInteger(typed) && typed > 0 ? typed : 0,
    });
    return { to: `/studio/content/bulk/${id}` };
  },
  // A count that does not match is refused because the plan has changed.
  reloadsAfterRefusal: true,
  View,
};

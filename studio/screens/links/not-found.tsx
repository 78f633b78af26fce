import { formatCount } from '../../../contract/content/number-text.ts';
import type { MissingPage, MissingPageList } from '../../../contract/studio/link-operations.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { loadListPage } from '../../list-page.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { useUser } from '../../parts/shell.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import { formatDay } from '../../parts/time.ts';
import type { Screen } from '../../screen.ts';
import { addOfferedRedirect, LinkFilters, LinksLayout, RedirectButton } from './parts.tsx';

interface Data {
  list: MissingPageList;
  q: string;
  of: 'SITE' | undefined;
}

function Row({ missing, canRedirect }: { missing: MissingPage; canRedirect: boolean }) {
  const { path, times, lastOn, referrers } = missing;
  return (
    <tr>
      <th scope="row" className={form.path}>
        {path}
      </th>
      <td data-label="Requests" className={table.wide}>
        {times.toLocaleString('en-GB')} <span className={form.soft}>last on {formatDay(lastOn, 'UTC')}</span>
      </td>
      <td data-label="Linked on" className={table.wide}>
        {referrers.length === 0 ? (
          <span className={form.soft}>no page of this site</span>
        ) : (
          referrers.map((referrer) => (
            <a key={referrer} href={referrer} className={form.path}>
              {referrer}
            </a>
          ))
        )}
      </td>
      {canRedirect && <td>{missing.canRedirect && <RedirectButton {...missing} />}</td>}
    </tr>
  );
}

function View({ data: { list, q, of } }: { data: Data }) {
  const canRedirect = hasPermission(useUser().role, 'publish');
  const { items, total, scanned } = list;
  const isFiltered = q !== '' || of !== undefined;
  return (
    <LinksLayout state={<span role="status">{formatCount(total, 'address', 'addresses')} not found in 90 days</span>}>
      {(isFiltered || items.length > 0) && (
        <LinkFilters q={q} name="of" label="Linked on" value={of} options={{ '': 'Anywhere', SITE: 'This site' }} />
      )}
      {items.length === 0 ? (
        <EmptyState
          drawing={isFiltered ? 'search' : 'done'}
          title={isFiltered ? 'No address matches.' : 'Visitors found everything they asked for.'}
        >
          <p>Addresses without a page stand here once a visitor has asked for them, until they have a redirect.</p>
        </EmptyState>
      ) : (
        <Table
          caption="Addresses without a page, those that this site links to first"
          columns={['Address', 'Requests', 'Linked on', ...(canRedirect ? [''] : [])]}
        >
          {items.map((missing) => (
            <Row key={missing.path} missing={missing} canRedirect={canRedirect} />
          ))}
        </Table>
      )}
      <Pager {...list} />
      {scanned > 0 && (
        <p className={form.soft}>
          {formatCount(scanned, 'request')} of programs that look for weak spots of other software{' '}
          {scanned === 1 ? 'is' : 'are'} left out.
        </p>
      )}
    </LinksLayout>
  );
}

/** Lists the addresses that visitors asked for in vain, each with the redirect that helps them. */
export const screen: Screen<Data> = {
  title: () => 'Not found',
  loader: async ({ client, url }) => {
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
    const of = url.searchParams.get('of') === 'SITE' ? 'SITE' : undefined;
    const load = (page: number) => client.call('missingPages', { q, page, ...(of && { of }) });
    return { q, of, list: await loadListPage(url, load) };
  },
  action: addOfferedRedirect,
  View,
};

import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import { getPathname } from '../../../contract/content/site-paths.ts';
import type { BrokenLink, BrokenLinkList } from '../../../contract/studio/link-operations.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { useTypeNames } from '../../context.ts';
import { loadListPage } from '../../list-page.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { getFieldAddress } from '../../parts/row-list.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import type { Screen } from '../../screen.ts';
import { addOfferedRedirect, LinkFilters, LinksLayout, RedirectButton } from './parts.tsx';

const kinds = ['SHOWN', 'DRAFT'] as const;

interface Data {
  list: BrokenLinkList;
  of: (typeof kinds)[number] | undefined;
}

function Row({ link, canMend }: { link: BrokenLink; canMend: boolean }) {
  const typeNames = useTypeNames();
  return (
    <tr>
      <th scope="row">
        <span className={form.tight}>
          <Link to={getFieldAddress(link)} dir="auto">
            {link.title || 'Untitled'}
          </Link>
          <span className={form.soft}>{typeNames(link.type)}</span>
        </span>
      </th>
      <td className={table.wide}>
        <bdi className={form.path}>{link.target}</bdi> {link.reason}
      </td>
      <td>{link.isDraft ? <StateDot tone="soft">Draft</StateDot> : <StateDot tone="alert">Shown</StateDot>}</td>
      {canMend && (
        <td>{link.canRedirect && <RedirectButton path={getPathname(link.target)} suggestion={link.suggestion} />}</td>
      )}
    </tr>
  );
}

function View({ data: { list, of } }: { data: Data }) {
  const canMend = hasPermission(useUser().role, 'publish');
  const { items, shown, drafts } = list;
  return (
    <LinksLayout state={<span role="status">{formatCount(shown, 'broken link')} that visitors see</span>}>
      {list.redirects > 0 && (
        <p>
          <StateDot tone="alert">
            <Link to="/studio/redirects?of=BROKEN">
              {formatCount(list.redirects, 'redirect leads', 'redirects lead')} to no page
            </Link>
          </StateDot>
        </p>
      )}
      {(of || items.length > 0) && (
        <LinkFilters
          name="of"
          label="In"
          value={of}
          options={{ '': 'All texts', SHOWN: `What visitors see (${shown})`, DRAFT: `Drafts (${drafts})` }}
        />
      )}
      {items.length === 0 ? (
        <EmptyState drawing="done" title="No link is broken.">
          <p>Every link in texts, sections, menus and settings leads to a page, and to a heading that the page has.</p>
        </EmptyState>
      ) : (
        <Table
          caption="Broken links, those that visitors see first"
          columns={['In', 'Leads to', 'State', ...(canMend ? [''] : [])]}
        >
          {items.map((link) => (
            <Row key={`${link.id} ${link.isDraft} ${link.path} ${link.target}`} link={link} canMend={canMend} />
          ))}
        </Table>
      )}
      <Pager {...list} />
    </LinksLayout>
  );
}

/** Lists the links whose target visitors do not see, each with its field and the redirect that mends it. */
export const screen: Screen<Data> = {
  title: () => 'Links',
  loader: async ({ client, url }) => {
    const of = kinds.find((kind) => kind === url.searchParams.get('of'));
    return { of, list: await loadListPage(url, (page) => client.call('brokenLinks', { ...(of && { of }), page })) };
  },
  action: addOfferedRedirect,
  View,
};

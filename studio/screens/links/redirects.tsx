import { ArrowRight, Download, FileUp, Plus, Trash2 } from 'lucide-react';
import { formatCount } from '../../../contract/content/number-text.ts';
import { isPrefixPath } from '../../../contract/content/site-paths.ts';
import type { StudioOutput } from '../../../contract/studio/client.ts';
import { redirectsFilePath } from '../../../contract/studio/paths.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Redirect } from '../../../contract/studio/redirect-operations.ts';
import { loadListPage } from '../../list-page.ts';
import { ButtonLink, buttonLink, Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Person } from '../../parts/initials.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formatDay } from '../../parts/time.ts';
import { readChoice, readFields } from '../../read-fields.ts';
import { type Screen, useAnswer, useFormKey } from '../../screen.ts';
import { type CheckedList, ImportPanel } from './import-panel.tsx';
import { addOfferedRedirect, LinkFilters, LinksLayout, RedirectButton } from './parts.tsx';

interface Data extends StudioOutput<'redirects'> {
  q: string;
  of: 'BROKEN' | undefined;
  /** Whether the form for a further redirect was asked for, and the address that it begins with. */
  isAdding: boolean;
  from: string;
  isImporting: boolean;
}

function Target({ redirect: { leadsTo, target, isOverridden, problem } }: { redirect: Redirect }) {
  if (problem)
    return (
      <span className={form.tight}>
        <StateDot tone="alert">Broken</StateDot> {target} {problem}
      </span>
    );
  if (isOverridden) return `${target}, but a page is at this address now`;
  if (leadsTo === null) return `${target}, which visitors do not see: the address answers “not found”`;
  return isPrefixPath(leadsTo) ? leadsTo : <a href={leadsTo}>{leadsTo}</a>;
}

function Row({ redirect, canDelete }: { redirect: Redirect; canDelete: boolean }) {
  const { path, kind, createdBy, createdAt, hits, lastHitOn } = redirect;
  return (
    <tr>
      <th scope="row" className={form.path}>
        {path}
      </th>
      <td className={table.wide}>
        <span className={table.iconed}>
          <Icon of={ArrowRight} />
          <span>
            <Target redirect={redirect} />
          </span>
        </span>
      </td>
      <td>
        <span className={form.tight}>
          {createdBy ? <Person name={createdBy} /> : 'Import'}
          <span className={form.soft}>
            {kind === 'RENAME' ? 'by a rename' : 'by hand'}, <RelativeTime at={createdAt} />
          </span>
        </span>
      </td>
      <td data-label="Requests" className={table.wide}>
        {hits.toLocaleString('en-GB')}{' '}
        {lastHitOn && <span className={form.soft}>last on {formatDay(lastHitOn, 'UTC')}</span>}
      </td>
      {canDelete && (
        <td>
          <div className={form.tight}>
            {redirect.problem && <RedirectButton path={path} suggestion={redirect.suggestion} />}
            <PostForm sends={{ intent: 'delete', path }}>
              <Submit look="bare" icon={Trash2} label="Delete" aria-label={`Delete the redirect from ${path}`} />
            </PostForm>
          </div>
        </td>
      )}
    </tr>
  );
}

function View({ data: { items, q, of, broken, isAdding, from, isImporting, ...list } }: { data: Data }) {
  const answer = useAnswer<CheckedList>();
  const refusal = answer?.refusal;
  const importKey = useFormKey('import');
  const formKey = useFormKey('create');
  const findError = (name: string) => refusal?.fields.find(({ path }) => path === name)?.message;
  const canChange = hasPermission(useUser().role, 'publish');
  const isFiltered = q !== '' || of !== undefined;
  const isImportShown = canChange && (isImporting || answer?.found || refusal?.values.csv !== undefined);
  const hasForm =
    canChange &&
    !isImportShown &&
    (isAdding || refusal?.values.intent === 'create' || (items.length === 0 && !isFiltered));
  return (
    <LinksLayout
      state={<span role="status">{formatCount(list.total, 'redirect')}</span>}
      actions={
        <>
          <a href={redirectsFilePath} download className={buttonLink.quiet}>
            <Icon of={Download} />
            Export
          </a>
          {canChange && <ButtonLink to="/studio/redirects?import=yes" icon={FileUp} label="Import" />}
          {canChange && !hasForm && (
            <ButtonLink to="/studio/redirects?add=yes" look="primary" icon={Plus} label="Add a redirect" />
          )}
        </>
      }
    >
      {isImportShown && <ImportPanel key={importKey} checked={answer?.found} typed={refusal?.values.csv} />}
      {hasForm && (
        <Panel title="Add a redirect" isPadded>
          <PostForm key={formKey} className={fieldRow.row} sends={{ intent: 'create' }}>
            <TextField
              label="From the address"
              name="path"
              required
              maxLength={200}
              hint="Such as /old-page, or /old-blog/* for all below it"
              defaultValue={refusal?.values.intent === 'create' ? refusal.values.path : from}
              error={findError('path')}
            />
            <TextField
              label="To the page"
              name="target"
              required
              maxLength={200}
              hint="Such as /about-us, or /blog/* to keep the rest"
              defaultValue={refusal?.values.target}
              error={findError('target')}
            />
            <div className={fieldRow.action}>
              <Submit look="primary" icon={Plus} label="Add" />
            </div>
          </PostForm>
          <p className={form.soft}>
            Renaming a page adds its redirect by itself. An address whose redirect you delete answers “not found”.
          </p>
        </Panel>
      )}
      {(isFiltered || items.length > 0) && (
        <LinkFilters q={q} name="of" label="State" value={of} options={{ '': 'All', BROKEN: `Broken (${broken})` }} />
      )}
      {items.length === 0 ? (
        (isFiltered || !hasForm) && (
          <EmptyState
            drawing={isFiltered ? 'search' : 'empty'}
            title={isFiltered ? 'No redirect matches.' : 'There are no redirects yet.'}
          >
            <p>A redirect leads visitors from an address that changed to the page that they look for.</p>
          </EmptyState>
        )
      ) : (
        <Table
          caption="Redirects, the broken ones first, then the newest"
          columns={['From', 'Leads to', 'Made', 'Requests', ...(canChange ? [''] : [])]}
        >
          {items.map((redirect) => (
            <Row key={`${redirect.kind} ${redirect.path}`} redirect={redirect} canDelete={canChange} />
          ))}
        </Table>
      )}
      <Pager {...list} />
    </LinksLayout>
  );
}

/** Lists, adds and deletes the addresses that lead to another page. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Redirects',
  getRailPath: () => 'links',
  loader: async ({ client, url }) => {
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
    const of = url.searchParams.get('of') === 'BROKEN' ? 'BROKEN' : undefined;
    const isAdding = url.searchParams.has('add');
    const from = url.searchParams.get('from') ?? '';
    const isImporting = url.searchParams.has('import');
    return {
      q,
      of,
      isAdding,
      from,
      isImporting,
      ...(await loadListPage(url, (page) => client.call('redirects', { q, page, ...(of && { of }) }))),
    };
  },
  action: async (args) => {
    const { client, form } = args;
    const intent = readChoice(form, 'intent', ['create', 'delete', 'check', 'import']);
    if (intent === 'check' || intent === 'import') {
      const { csv } = readFields(form, 'csv');
      const plan = await client.call('importRedirects', { csv, isStored: intent === 'import' });
      if (!plan.isStored) return { found: { csv, plan } satisfies CheckedList };
      return { done: `${formatCount(plan.added + plan.changed, 'redirect is', 'redirects are')} stored.` };
    }
    if (intent === 'create') return addOfferedRedirect(args);
    const { path } = readFields(form, 'path');
    await client.call('removeRedirect', { path });
    return { done: `The redirect from ${path} is deleted.` };
  },
  View,
};

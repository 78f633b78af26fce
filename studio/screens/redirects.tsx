import { use } from 'react';
import { Form, useActionData } from 'react-router';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { Redirect } from '../../contract/studio/redirect-operations.ts';
import { StudioSettingsContext } from '../context.ts';
import { loadListPage } from '../list-page.ts';
import { Button } from '../parts/button.tsx';
import { ColumnHeads } from '../parts/column-heads.tsx';
import fieldRow from '../parts/field-row.module.css';
import form from '../parts/form.module.css';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { Section } from '../parts/section.tsx';
import { useUser } from '../parts/shell.tsx';
import table from '../parts/table.module.css';
import { TextField } from '../parts/text-field.tsx';
import { formatTime } from '../parts/time.ts';
import { useSyncedFields } from '../parts/use-synced-fields.ts';
import { readChoice, readFields } from '../read-fields.ts';
import type { ActionRefusal, Screen } from '../screen.ts';

interface Data {
  items: Redirect[];
  page: number;
  size: number;
  total: number;
  q: string;
}

function Target({ redirect: { leadsTo, target, isOverridden } }: { redirect: Redirect }) {
  if (isOverridden) return `${target}, but a page is at this address now`;
  if (leadsTo === null) return `${target}, which visitors do not see: the address answers “not found”`;
  return <a href={leadsTo}>{leadsTo}</a>;
}

function Row({ redirect, canDelete }: { redirect: Redirect; canDelete: boolean }) {
  const { timeZone } = use(StudioSettingsContext);
  const { path, kind, createdBy, createdAt } = redirect;
  return (
    <tr>
      <th scope="row" className={form.path}>
        {path}
      </th>
      <td className={form.path}>
        <Target redirect={redirect} />
      </td>
      <td>{kind === 'RENAME' ? 'Renamed' : 'Added'}</td>
      <td>
        {formatTime(createdAt, timeZone)} <bdi className={form.soft}>{createdBy ?? 'Import'}</bdi>
      </td>
      {canDelete && (
        <td>
          <PostForm>
            <input type="hidden" name="intent" value="delete" />
            <Button type="submit" name="path" value={path} aria-label={`Delete the redirect from ${path}`}>
              Delete
            </Button>
          </PostForm>
        </td>
      )}
    </tr>
  );
}

function View({ data: { items, q, ...list } }: { data: Data }) {
  const answer = useActionData<{ refusal?: ActionRefusal; done?: string }>();
  const search = useSyncedFields({ q });
  const refusal = answer?.refusal;
  const findError = (name: string) => refusal?.fields.find(({ path }) => path === name)?.message;
  const canChange = hasPermission(useUser().role, 'publish');
  return (
    <ScreenLayout title="Redirects">
      <RefusalNotice refusal={refusal} />
      <Notice>{answer?.done}</Notice>
      <p>
        These addresses lead to another page, in one step. A rename adds its redirect by itself. An address whose
        redirect you delete answers “not found”.
      </p>
      {canChange && (
        <Section title="Add a redirect">
          <PostForm key={answer?.done} className={fieldRow.row}>
            <input type="hidden" name="intent" value="create" />
            <TextField
              label="From the address"
              name="path"
              required
              maxLength={200}
              hint="Such as /old-page"
              defaultValue={refusal?.values.intent === 'create' ? refusal.values.path : undefined}
              error={findError('path')}
            />
            <TextField
              label="To the page"
              name="target"
              required
              maxLength={200}
              hint="Such as /about-us"
              defaultValue={refusal?.values.target}
              error={findError('target')}
            />
            <div className={fieldRow.action}>
              <Button type="submit" look="primary">
                Add
              </Button>
            </div>
          </PostForm>
        </Section>
      )}
      <Form ref={search} role="search" className={fieldRow.row}>
        <TextField label="Search addresses" type="search" name="q" defaultValue={q} maxLength={200} />
        <div className={fieldRow.action}>
          <Button type="submit">Search</Button>
        </div>
      </Form>
      {items.length === 0 ? (
        <p>{q ? 'No redirect has this in its address.' : 'There are no redirects.'}</p>
      ) : (
        <table className={table.table}>
          <caption className="visually-hidden">Redirects, the newest first</caption>
          <thead>
            <tr>
              <ColumnHeads names={['From', 'Leads to', 'Made by', 'When and who']} />
              {canChange && <td />}
            </tr>
          </thead>
          <tbody>
            {items.map((redirect) => (
              <Row key={redirect.path} redirect={redirect} canDelete={canChange} />
            ))}
          </tbody>
        </table>
      )}
      <Pager {...list} />
    </ScreenLayout>
  );
}

/** Lists, adds and deletes the addresses that lead to another page. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Redirects',
  loader: async ({ client, url }) => {
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
    return { q, ...(await loadListPage(url, (page) => client.call('redirects', { q, page }))) };
  },
  action: async ({ client, form }) => {
    const { path } = readFields(form, 'path');
    if (readChoice(form, 'intent', ['create', 'delete']) === 'delete') {
      await client.call('removeRedirect', { path });
      return { done: `The redirect from ${path} is deleted.` };
    }
    const made = await client.call('addRedirect', { path, target: readFields(form, 'target').target });
    return { done: `${made.path} now leads to ${made.leadsTo ?? made.target}.` };
  },
  View,
};

import { Link, useActionData } from 'react-router';
import type { SettingSlug } from '../../contract/content/setting-schemas.ts';
import { isSettingSlug, settingRows, settingSlugs } from '../../contract/content/settings.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { EntrySummary } from '../../contract/studio/shapes.ts';
import { Button } from '../parts/button.tsx';
import { ColumnHeads } from '../parts/column-heads.tsx';
import { StateLabel } from '../parts/entry-table.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { useUser } from '../parts/shell.tsx';
import table from '../parts/table.module.css';
import { readFields } from '../read-fields.ts';
import type { ActionRefusal, Screen } from '../screen.ts';

interface Data {
  stored: EntrySummary[];
}

function Row({ slug, entry }: { slug: SettingSlug; entry: EntrySummary | undefined }) {
  const { title, summary } = settingRows[slug];
  const canCreate = hasPermission(useUser().role, 'write-drafts');
  return (
    <tr>
      <th scope="row">
        {entry ? (
          <Link to={`/studio/content/${entry.id}`} discover="none">
            {title}
          </Link>
        ) : (
          title
        )}
      </th>
      <td className={`${form.soft} ${table.wide}`} data-label="Holds">
        {summary}
      </td>
      <td>{entry ? <StateLabel entry={entry} /> : 'The default holds'}</td>
      <td>
        {!entry && canCreate && (
          <PostForm>
            <Button type="submit" name="slug" value={slug} aria-label={`Change ${title}`}>
              Change
            </Button>
          </PostForm>
        )}
      </td>
    </tr>
  );
}

function View({ data: { stored } }: { data: Data }) {
  const refusal = useActionData<{ refusal?: ActionRefusal }>()?.refusal;
  return (
    <ScreenLayout title="Settings">
      <RefusalNotice refusal={refusal} />
      <p>
        What every page shows. A change is a draft until it is published, and each version can be compared and restored.
      </p>
      <table className={table.table}>
        <caption className="visually-hidden">Settings</caption>
        <thead>
          <tr>
            <ColumnHeads names={['Setting', 'Holds', 'State', 'Action']} />
          </tr>
        </thead>
        <tbody>
          {settingSlugs.map((slug) => (
            <Row key={slug} slug={slug} entry={stored.find((entry) => entry.slug === slug)} />
          ))}
        </tbody>
      </table>
    </ScreenLayout>
  );
}

export const screen: Screen<Data> = {
  title: () => 'Settings',
  loader: async ({ client }) => ({ stored: (await client.call('listContent', { type: 'SETTING' })).items }),
  action: async ({ client, form: sent }) => {
    const { slug } = readFields(sent, 'slug');
    const title = isSettingSlug(slug) ? settingRows[slug].title : slug;
    const { id } = await client.call('createEntry', { type: 'SETTING', title, slug });
    return { to: `/studio/content/${id}` };
  },
  View,
};

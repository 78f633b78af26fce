import { Building2, ChevronRight, LayoutList, type LucideIcon, Menu, MessageSquareText, Palette } from 'lucide-react';
import { Link, useActionData } from 'react-router';
import type { SettingSlug } from '../../contract/content/setting-schemas.ts';
import { isSettingSlug, settingRows, settingSlugs } from '../../contract/content/settings.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { EntrySummary } from '../../contract/studio/shapes.ts';
import { Submit } from '../parts/button.tsx';
import { StateLabel } from '../parts/entry-table.tsx';
import form from '../parts/form.module.css';
import { Icon } from '../parts/icon.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { useUser } from '../parts/shell.tsx';
import { StateDot } from '../parts/state-dot.tsx';
import { readFields } from '../read-fields.ts';
import type { ActionRefusal, Screen } from '../screen.ts';
import styles from './settings.module.css';

interface Data {
  stored: EntrySummary[];
}

/** The icon of each setting. */
const icons: Record<SettingSlug, LucideIcon> = {
  company: Building2,
  look: Palette,
  menus: Menu,
  lists: LayoutList,
  forms: MessageSquareText,
};

function Row({ slug, entry }: { slug: SettingSlug; entry: EntrySummary | undefined }) {
  const { title, summary } = settingRows[slug];
  const canCreate = hasPermission(useUser().role, 'write-drafts');
  return (
    <li className={styles.row}>
      <Icon of={icons[slug]} />
      <div className={styles.text}>
        {entry ? (
          <Link to={`/studio/content/${entry.id}`} className={`${form.cover} ${styles.name}`}>
            {title}
          </Link>
        ) : (
          <span className={styles.name}>{title}</span>
        )}
        <p className={form.soft}>{summary}</p>
      </div>
      <div className={form.row}>
        {entry?.savedAt && <RelativeTime at={entry.savedAt} className={form.soft} />}
        <span>{entry ? <StateLabel entry={entry} /> : <StateDot tone="soft">As delivered</StateDot>}</span>
        {!entry && canCreate && (
          <PostForm>
            <Submit name="slug" value={slug} aria-label={`Change ${title}`} label="Change" />
          </PostForm>
        )}
        {entry && <Icon of={ChevronRight} />}
      </div>
    </li>
  );
}

function View({ data: { stored } }: { data: Data }) {
  const refusal = useActionData<{ refusal?: ActionRefusal }>()?.refusal;
  return (
    <ScreenLayout title="Settings" width="text">
      <RefusalNotice refusal={refusal} />
      <ul aria-label="Settings" className={styles.list}>
        {settingSlugs.map((slug) => (
          <Row key={slug} slug={slug} entry={stored.find((entry) => entry.slug === slug)} />
        ))}
      </ul>
      <p className={form.soft}>
        What every page shows. A change is a draft until it is published, and each version can be compared and restored.
      </p>
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

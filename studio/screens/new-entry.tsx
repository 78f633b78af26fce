import { useActionData, useNavigation } from 'react-router';
import { type EntryType, typesWithPages } from '../../contract/content/entry-types.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { contentLimits } from '../../contract/studio/content-limits.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import { useTypeNames } from '../context.ts';
import { Submit } from '../parts/button.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { useUser } from '../parts/shell.tsx';
import { SelectField, TextField } from '../parts/text-field.tsx';
import { quoteTitle } from '../parts/title.ts';
import { readFields } from '../read-fields.ts';
import type { ActionRefusal, Screen } from '../screen.ts';
import styles from './new-entry.module.css';

interface Data {
  type: EntryType;
  /** The entry whose content the new one begins with; null for an empty one. */
  from: { id: number; title: string } | null;
}

const getHeading = ({ from }: Data) => (from ? `Duplicate ${quoteTitle(from.title)}` : 'New entry');

function View({ data }: { data: Data }) {
  const { type, from } = data;
  const refusal = useActionData<{ refusal: ActionRefusal }>()?.refusal;
  const { state } = useNavigation();
  const getName = useTypeNames();
  const findError = (name: string) => refusal?.fields.find(({ path }) => path === name)?.message;
  const heading = { title: getHeading(data), parent: { to: '/studio/content', label: 'Content' } };
  if (!hasPermission(useUser().role, 'write-drafts'))
    return (
      <ScreenLayout width="text" {...heading}>
        <p>You can read the content. Ask an owner for another role to write.</p>
      </ScreenLayout>
    );
  return (
    <ScreenLayout width="text" {...heading}>
      <PostForm className={`${form.form} ${styles.form}`}>
        <RefusalNotice refusal={refusal} />
        <TextField
          label="Title"
          name="title"
          required
          maxLength={contentLimits.title}
          defaultValue={
            refusal?.values.title ?? (from ? `${from.title} (copy)`.slice(-contentLimits.title) : undefined)
          }
          error={findError('title')}
        />
        {from ? (
          <p className={form.soft}>The new draft has its texts, fields and pictures. Visitors see nothing of it.</p>
        ) : (
          <SelectField
            label="Type"
            name="type"
            defaultValue={refusal?.values.type ?? type}
            options={typesWithPages.map((value) => ({ value, label: getName(value) }))}
          />
        )}
        <details open={findError('slug') !== undefined}>
          <summary>Address</summary>
          <TextField
            label="Last part of the address"
            hint="Lower-case letters, digits and hyphens. Leave it empty to have it made from the title."
            name="slug"
            defaultValue={refusal?.values.slug}
            error={findError('slug')}
          />
        </details>
        <p>
          <Submit look="primary" disabled={state !== 'idle'} label="Create a draft" />
        </p>
      </PostForm>
    </ScreenLayout>
  );
}

function toType(text: string | undefined): EntryType {
  return typesWithPages.find((type) => type === text?.toUpperCase()) ?? 'BLOG';
}

/** Returns the entry that an address asks to duplicate; null if it asks for an empty one. */
async function openSource(client: StudioClient, { searchParams }: URL): Promise<OpenedEntry | null> {
  const id = Number(searchParams.get('from'));
  return id > 0 ? client.call('openEntry', { id }) : null;
}

/** Creates a draft: an empty one, or with the content of the entry that the address names by `from`. */
export const screen: Screen<Data> = {
  title: getHeading,
  loader: async ({ client, params, url }) => {
    const from = (await openSource(client, url))?.entry ?? null;
    return { type: from?.type ?? toType(params.type), from };
  },
  action: async ({ client, form: sent, url }) => {
    const { title, slug } = readFields(sent, 'title', 'slug');
    const source = await openSource(client, url);
    const { id } = await client.call('createEntry', {
      type: source?.entry.type ?? toType(readFields(sent, 'type').type),
      title,
      slug: slug.trim() || undefined,
      content: source ? { ...source.content, title } : undefined,
    });
    return { to: `/studio/content/${id}` };
  },
  View,
};

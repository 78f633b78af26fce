import { useActionData, useNavigation } from 'react-router';
import { type EntryType, typesWithPages } from '../../contract/content/entry-types.ts';
import { contentLimits } from '../../contract/studio/content-limits.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import { useTypeNames } from '../context.ts';
import { Button } from '../parts/button.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { useUser } from '../parts/shell.tsx';
import { SelectField, TextField } from '../parts/text-field.tsx';
import { readFields } from '../read-fields.ts';
import type { ActionRefusal, Screen } from '../screen.ts';
import styles from './new-entry.module.css';

function View({ data: { type } }: { data: { type: EntryType } }) {
  const refusal = useActionData<{ refusal: ActionRefusal }>()?.refusal;
  const { state } = useNavigation();
  const getName = useTypeNames();
  const findError = (name: string) => refusal?.fields.find(({ path }) => path === name)?.message;
  if (!hasPermission(useUser().role, 'write-drafts'))
    return (
      <ScreenLayout width="text" title="New entry" parent={{ to: '/studio/content', label: 'Content' }}>
        <p>You can read the content. Ask an owner for another role to write.</p>
      </ScreenLayout>
    );
  return (
    <ScreenLayout width="text" title="New entry" parent={{ to: '/studio/content', label: 'Content' }}>
      <PostForm className={`${form.form} ${styles.form}`}>
        <RefusalNotice refusal={refusal} />
        <SelectField
          label="Type"
          name="type"
          defaultValue={refusal?.values.type ?? type}
          options={typesWithPages.map((value) => ({ value, label: getName(value) }))}
        />
        <TextField
          label="Title"
          name="title"
          required
          maxLength={contentLimits.title}
          defaultValue={refusal?.values.title}
          error={findError('title')}
        />
        <TextField
          label="Last part of the address"
          hint="Lower-case letters, digits and hyphens. Leave it empty to have it made from the title."
          name="slug"
          defaultValue={refusal?.values.slug}
          error={findError('slug')}
        />
        <p>
          <Button type="submit" look="primary" disabled={state !== 'idle'}>
            Create a draft
          </Button>
        </p>
      </PostForm>
    </ScreenLayout>
  );
}

function toType(text: string | undefined): EntryType {
  return typesWithPages.find((type) => type === text?.toUpperCase()) ?? 'BLOG';
}

export const screen: Screen<{ type: EntryType }> = {
  title: () => 'New entry',
  loader: async ({ params }) => ({ type: toType(params.type) }),
  action: async ({ client, form: sent }) => {
    const { type, title, slug } = readFields(sent, 'type', 'title', 'slug');
    const { id } = await client.call('createEntry', { type: toType(type), title, slug: slug.trim() || undefined });
    return { to: `/studio/content/${id}` };
  },
  View,
};

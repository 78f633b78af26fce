import {
  AppWindow,
  BadgeQuestionMark,
  Blocks,
  BriefcaseBusiness,
  ChartColumn,
  type LucideIcon,
  Newspaper,
  PanelsTopLeft,
  Tags,
} from 'lucide-react';
import { useNavigation } from 'react-router';
import { type EntryType, type TypeWithPages, typesWithPages } from '../../contract/content/entry-types.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { contentLimits } from '../../contract/studio/content-limits.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import { useTypeNames } from '../context.ts';
import choice from '../fields/theme-field.module.css';
import { Submit } from '../parts/button.tsx';
import form from '../parts/form.module.css';
import group from '../parts/group.module.css';
import { Icon } from '../parts/icon.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { useUser } from '../parts/shell.tsx';
import { TextField } from '../parts/text-field.tsx';
import { quoteTitle } from '../parts/title.ts';
import { readFields } from '../read-fields.ts';
import { type Screen, useAnswer } from '../screen.ts';

interface Data {
  type: EntryType;
  /** The entry whose content the new one begins with; null for an empty one. */
  from: { id: number; title: string } | null;
}

/** What an entry of each type is. */
const types: Record<TypeWithPages, { icon: LucideIcon; summary: string }> = {
  BLOG: { icon: Newspaper, summary: 'An article with an author and a date.' },
  TRIVIA: { icon: BadgeQuestionMark, summary: 'A question to guess at, and its answer.' },
  INFOGRAPHIC: { icon: ChartColumn, summary: 'Charts and drawings made from numbers.' },
  SERVICE: { icon: BriefcaseBusiness, summary: 'A service for customers, with its steps and price.' },
  PLAN: { icon: Tags, summary: 'An offer with a monthly and a yearly price.' },
  MICROSERVICE: { icon: Blocks, summary: 'A small service with an API.' },
  APP: { icon: AppWindow, summary: 'A program that people use.' },
  PAGE: { icon: PanelsTopLeft, summary: 'A page of the company, made of sections.' },
};

function TypeField({ type }: { type: string }) {
  const getName = useTypeNames();
  return (
    <fieldset className={choice.small}>
      <legend className={group.legend}>Type</legend>
      {typesWithPages.map((value) => {
        const { icon, summary } = types[value];
        return (
          <label key={value} className={choice.theme}>
            <span className={choice.name}>
              <input type="radio" name="type" value={value} defaultChecked={value === type} />
              <Icon of={icon} />
              {getName(value)}
            </span>
            <span className={choice.summary}>{summary}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

const getHeading = ({ from }: Data) => (from ? `Duplicate ${quoteTitle(from.title)}` : 'New entry');

function View({ data }: { data: Data }) {
  const { type, from } = data;
  const refusal = useAnswer()?.refusal;
  const { state } = useNavigation();
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
      <PostForm className={form.form}>
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
          <TypeField type={refusal?.values.type ?? type} />
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

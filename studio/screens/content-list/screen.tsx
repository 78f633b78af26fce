import { useRef } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { entryTypeNames } from '../../../contract/content/entry-types.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Choices, EntryState, EntrySummary } from '../../../contract/studio/shapes.ts';
import { useTypeNames } from '../../context.ts';
import { loadListPage } from '../../list-page.ts';
import { countEntries } from '../../parts/bulk-words.ts';
import { Button, buttonLink } from '../../parts/button.tsx';
import { EntryTable } from '../../parts/entry-table.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useUser } from '../../parts/shell.tsx';
import { SelectField, TextField } from '../../parts/text-field.tsx';
import { useSyncedFields } from '../../parts/use-synced-fields.ts';
import type { Screen } from '../../screen.ts';
import { BulkBar } from './bulk-bar.tsx';
import styles from './screen.module.css';
import { useListKeys } from './use-list-keys.ts';
import { useSelection } from './use-selection.ts';

const states: { value: EntryState | 'CHANGED'; label: string }[] = [
  { value: 'DRAFT', label: 'Drafts' },
  { value: 'CHANGED', label: 'Published, with changes' },
  { value: 'SCHEDULED', label: 'Scheduled' },
  { value: 'PUBLISHED', label: 'Published' },
  { value: 'WITHDRAWN', label: 'Withdrawn' },
];
const sorts = [
  { value: 'saved', label: 'Last saved first' },
  { value: 'published', label: 'Last published first' },
  { value: 'title', label: 'By title' },
] as const;

interface Data {
  items: EntrySummary[];
  page: number;
  size: number;
  total: number;
  filter: { type: string; state: string; author: string; category: string; q: string; sort: string };
  choices: Choices;
}

const createAllOption = (label: string) => ({ value: '', label });
const toOption = ({ slug, label }: { slug: string; label: string }) => ({ value: slug, label });

/** Returns the categories of the chosen type, or of all types with each slug once. */
function listCategories({ categories }: Choices, type: string) {
  const own = categories.filter((category) => !type || category.type === type);
  return own.filter(({ slug }, index) => own.findIndex((other) => other.slug === slug) === index);
}

/** Renders the filters, which are in the address: a filtered list can be bookmarked, and needs no JavaScript. */
function Filters({ filter, choices }: Pick<Data, 'filter' | 'choices'>) {
  const submit = useSubmit();
  const getName = useTypeNames();
  const form = useSyncedFields(filter);
  return (
    <Form
      ref={form}
      role="search"
      className={styles.filters}
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) void submit(currentTarget);
      }}
    >
      <TextField label="Search titles and texts" type="search" name="q" defaultValue={filter.q} maxLength={200} />
      <SelectField
        label="Type"
        name="type"
        defaultValue={filter.type}
        options={[
          createAllOption('All types'),
          ...entryTypeNames.map((type) => ({ value: type, label: getName(type) })),
        ]}
      />
      <SelectField
        label="State"
        name="state"
        defaultValue={filter.state}
        options={[createAllOption('All states'), ...states]}
      />
      <SelectField
        label="Author"
        name="author"
        defaultValue={filter.author}
        options={[createAllOption('All authors'), ...choices.authors.map(toOption)]}
      />
      <SelectField
        label="Category"
        name="category"
        defaultValue={filter.category}
        options={[createAllOption('All categories'), ...listCategories(choices, filter.type).map(toOption)]}
      />
      <SelectField label="Order" name="sort" defaultValue={filter.sort} options={sorts} />
      <Button type="submit">Search</Button>
    </Form>
  );
}

function View({ data: { items, page, size, total, filter, choices } }: { data: Data }) {
  const list = useRef<HTMLDivElement>(null);
  const selection = useSelection(items, list);
  useListKeys(list, selection.toggle);
  const user = useUser();
  const canPublish = hasPermission(user.role, 'publish');
  const selectedElsewhere = [...selection.selected.values()].filter(({ id }) => items.every((item) => item.id !== id));
  const type = filter.type || 'BLOG';
  return (
    <ScreenLayout
      title="Content"
      actions={
        <>
          <Link to="/studio/content/bulk" discover="none" className={buttonLink.quiet}>
            Last bulk actions
          </Link>
          <Link to="/studio/content/deleted" discover="none" className={buttonLink.quiet}>
            Deleted entries
          </Link>
          {hasPermission(user.role, 'write-drafts') && (
            <Link to={`/studio/content/new/${type}`} discover="none" className={buttonLink.primary}>
              New entry
            </Link>
          )}
        </>
      }
    >
      <div ref={list} className={styles.list}>
        <Filters filter={filter} choices={choices} />
        <p role="status" className={styles.count}>
          {countEntries(total)}
        </p>
        <p className={styles.keys}>
          Keys in the list: <kbd>↓</kbd> <kbd>↑</kbd> or <kbd>j</kbd> <kbd>k</kbd> go to the next and the previous
          entry, <kbd>/</kbd> to the search, <kbd>Enter</kbd> opens the entry
          {canPublish && (
            <>
              , <kbd>x</kbd> selects it, <kbd>Shift</kbd> <kbd>x</kbd> all up to it
            </>
          )}
          .
        </p>
        {items.length > 0 ? (
          <Form action="/studio/content/bulk" className={styles.list}>
            <EntryTable entries={items} caption="Entries" selection={canPublish ? selection : undefined} />
            {selectedElsewhere.map((entry) => (
              <input key={entry.id} type="hidden" name="entry" value={selection.getValue(entry)} />
            ))}
            {canPublish && (
              <BulkBar
                items={items}
                selection={selection}
                categories={choices.categories.filter(({ type: of }) => !filter.type || of === filter.type)}
              />
            )}
          </Form>
        ) : (
          <p>
            No entries match. <Link to="/studio/content">Show all content</Link>
          </p>
        )}
      </div>
      <Pager page={page} size={size} total={total} />
    </ScreenLayout>
  );
}

/** Returns a value of the address if it is one of the known values. */
function pick<T extends string>(value: string | null, known: readonly T[]): T | undefined {
  return known.find((each) => each === value);
}

export const screen: Screen<Data> = {
  title: () => 'Content',
  loader: async ({ client, url }) => {
    const { searchParams } = url;
    const type = pick(searchParams.get('type'), entryTypeNames);
    const state = pick(
      searchParams.get('state'),
      states.map(({ value }) => value),
    );
    const sort =
      pick(
        searchParams.get('sort'),
        sorts.map(({ value }) => value),
      ) ?? 'saved';
    const q = (searchParams.get('q') ?? '').slice(0, 200);
    const choices = await client.call('choices', {});
    const pickSlug = (name: string, known: { slug: string }[]) =>
      pick(
        searchParams.get(name),
        known.map(({ slug }) => slug),
      );
    const author = pickSlug('author', choices.authors);
    // A category of another type than the chosen one would only show an empty list.
    const category = pickSlug('category', listCategories(choices, type ?? ''));
    const list = await loadListPage(url, (page) =>
      client.call('listContent', { type, state, author, category, sort, q, page, size: 25 }),
    );
    const filter = { type: type ?? '', state: state ?? '', author: author ?? '', category: category ?? '', q, sort };
    return { ...list, filter, choices };
  },
  View,
};

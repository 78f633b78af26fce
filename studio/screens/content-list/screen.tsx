import { Ellipsis, Keyboard, Layers, Plus, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Form, Link } from 'react-router';
import { entryTypeNames } from '../../../contract/content/entry-types.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Choices, EntrySummary } from '../../../contract/studio/shapes.ts';
import { useTypeNames } from '../../context.ts';
import { loadListPage } from '../../list-page.ts';
import { countEntries } from '../../parts/bulk-words.ts';
import { ButtonLink, buttonLink } from '../../parts/button.tsx';
import { readColumns } from '../../parts/column-choice.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type EntryColumnName, EntryTable, entryColumns, initialColumns } from '../../parts/entry-table.tsx';
import { FilterChips } from '../../parts/filter-chips.tsx';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Menu, menuItem } from '../../parts/menu.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { useUser } from '../../parts/shell.tsx';
import { Pager } from '../../parts/table.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import type { Screen } from '../../screen.ts';
import { BulkBar, SelectAll } from './bulk-bar.tsx';
import { type Filters, listCategories, readFilters, sorts, views } from './filters.ts';
import styles from './screen.module.css';
import { useSelection } from './use-selection.ts';

/** How far a key moves the focus, in rows. */
const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Handles the keys of the list while one of its rows has the focus. j, k and the arrow keys move between the rows, `/`
 * goes to the search field, x selects the row, and Shift-x selects all rows up to it. Keys do nothing while the focus
 * is outside the rows, because speech input sends single letters (WCAG 2.2, 2.1.4). Enter opens a row, because the row
 * is a link.
 */
function useListKeys(list: RefObject<HTMLElement | null>, onSelect: (index: number, isRange: boolean) => void): void {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (at === -1) return;
      const step = steps[event.key];
      if (step !== undefined) rows[at + step]?.querySelector<HTMLElement>('th a')?.focus();
      else if (event.key === '/') list.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
      else if (event.key.toLowerCase() === 'x') onSelect(at, event.shiftKey);
      else return;
      event.preventDefault();
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [list, onSelect]);
}

interface Data {
  items: EntrySummary[];
  page: number;
  size: number;
  total: number;
  filter: Filters;
  columns: EntryColumnName[];
  choices: Choices;
}

const all = { value: '', label: 'All' };
const toOption = ({ slug, label }: { slug: string; label: string }) => ({ value: slug, label });
/** Returns the columns that are shown without a choice: with the time by which the list is ordered. */
const listInitialColumns = (sort: Filters['sort']): readonly EntryColumnName[] =>
  sort === 'published' || sort === 'oldest'
    ? initialColumns.map((name) => (name === 'saved' ? 'published' : name))
    : initialColumns;
const columnOptions = Object.entries(entryColumns).map(([value, { label }]) => ({ value, label }));

/** The keys of the list, and what they do. */
const keys: readonly [keys: string[], act: string, isForSelection?: true][] = [
  [['j', '↓'], 'Next entry'],
  [['k', '↑'], 'Previous entry'],
  [['Enter'], 'Open the entry'],
  [['/'], 'Go to the search'],
  [['x'], 'Select the entry', true],
  [['Shift', 'x'], 'Select all up to it', true],
];

function KeyList({ canSelect }: { canSelect: boolean }) {
  return (
    <dl className={styles.keys} aria-label="Keys in the list">
      {keys
        .filter(([, , isForSelection]) => canSelect || !isForSelection)
        .map(([names, act]) => (
          <div key={act} className={styles.key}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
    </dl>
  );
}

function Actions({ type }: { type: string }) {
  const { role } = useUser();
  return (
    <>
      <Menu
        side="below-end"
        className={buttonLink.bare}
        button={
          <>
            <Icon of={Ellipsis} />
            <span>More</span>
          </>
        }
      >
        <Link to="/studio/content/deleted" className={menuItem}>
          <Icon of={Trash2} />
          Deleted entries
        </Link>
        <Link to="/studio/content/bulk" className={menuItem}>
          <Icon of={Layers} />
          Last bulk actions
        </Link>
      </Menu>
      {hasPermission(role, 'write-drafts') && (
        <ButtonLink to={`/studio/content/new/${type}`} look="primary" icon={Plus} label="New entry" />
      )}
    </>
  );
}

function View({ data: { items, page, size, total, filter, columns, choices } }: { data: Data }) {
  const list = useRef<HTMLDivElement>(null);
  const selection = useSelection(items, list);
  useListKeys(list, selection.toggle);
  const getName = useTypeNames();
  const canPublish = hasPermission(useUser().role, 'publish');
  const selectedElsewhere = [...selection.selected.values()].filter(({ id }) => items.every((item) => item.id !== id));
  const { type = '', author = '', category = '', sort, q } = filter;
  return (
    <ScreenLayout
      title="Content"
      state={<span role="status">{countEntries(total)}</span>}
      actions={<Actions type={type || 'BLOG'} />}
    >
      <div ref={list} className={form.stack}>
        <ViewTabs label="Views" views={views} />
        <FilterChips
          search={{ name: 'q', label: 'Search titles and texts', value: q }}
          chips={[
            {
              name: 'type',
              label: 'Type',
              value: type,
              options: [all, ...entryTypeNames.map((value) => ({ value, label: getName(value) }))],
            },
            { name: 'author', label: 'Author', value: author, options: [all, ...choices.authors.map(toOption)] },
            {
              name: 'category',
              label: 'Category',
              value: category,
              options: [all, ...listCategories(choices, type).map(toOption)],
            },
            { name: 'sort', label: 'Order', value: sort, options: sorts, isOrder: true },
          ]}
          columns={{ options: columnOptions, shown: columns, initial: listInitialColumns(sort) }}
          kept={['state']}
        >
          <Menu
            side="below-end"
            className={`${buttonLink.bare} ${styles.tools}`}
            button={
              <>
                <Icon of={Keyboard} />
                Keys
              </>
            }
          >
            <KeyList canSelect={canPublish} />
          </Menu>
        </FilterChips>
        {items.length > 0 ? (
          <Form action="/studio/content/bulk" className={form.stack}>
            <EntryTable
              entries={items}
              caption="Entries"
              columns={columns}
              selection={canPublish ? selection : undefined}
              selectAll={<SelectAll items={items} selection={selection} />}
            />
            {selectedElsewhere.map((entry) => (
              <input key={entry.id} type="hidden" name="entry" value={selection.getValue(entry)} />
            ))}
            {canPublish && (
              <BulkBar
                selection={selection}
                categories={choices.categories.filter(({ type: of }) => !type || of === type)}
              />
            )}
          </Form>
        ) : (
          <EmptyState
            drawing="search"
            title="No entries match."
            action={<ButtonLink to="/studio/content">Show all content</ButtonLink>}
          >
            <p>Search for fewer or other words, or choose another view.</p>
          </EmptyState>
        )}
      </div>
      <Pager page={page} size={size} total={total} />
    </ScreenLayout>
  );
}

export const screen: Screen<Data> = {
  title: () => 'Content',
  loader: async ({ client, url }) => {
    const choices = await client.call('choices', {});
    const filter = readFilters(url, choices);
    // Settings have a screen of their own. They are listed where somebody searches, or asks for a state.
    const type = filter.type ?? (filter.state || filter.q ? undefined : 'CONTENT');
    const list = await loadListPage(url, (page) => client.call('listContent', { ...filter, type, page, size: 25 }));
    const columns = readColumns(url, {
      options: columnOptions,
      initial: listInitialColumns(filter.sort),
    }) as EntryColumnName[];
    return { ...list, filter, columns, choices };
  },
  View,
};

import { entryTypeNames } from '../../../contract/content/entry-types.ts';
import type { Choices, EntryState } from '../../../contract/studio/shapes.ts';
import type { SavedView } from '../../parts/view-tabs.tsx';

/** The states by which the list is filtered, and what their views are called. */
const states: { value: EntryState | 'CHANGED'; label: string }[] = [
  { value: 'DRAFT', label: 'Drafts' },
  { value: 'CHANGED', label: 'Changed since published' },
  { value: 'SCHEDULED', label: 'Scheduled' },
  { value: 'PUBLISHED', label: 'Published' },
  { value: 'WITHDRAWN', label: 'Withdrawn' },
];

/** The saved views of the list. */
export const views: readonly SavedView[] = [
  { label: 'All' },
  ...states.map(({ value, label }) => ({ label, query: { state: value } })),
];

export const sorts = [
  { value: 'saved', label: 'Last saved first' },
  { value: 'published', label: 'Last published first' },
  { value: 'oldest', label: 'First published first' },
  { value: 'title', label: 'By title' },
] as const;

/** Returns a value of the address if it is one of the known values. */
function pick<T extends string>(value: string | null, known: readonly T[]): T | undefined {
  return known.find((each) => each === value);
}

/** Returns the categories of the chosen type, or of all types with each slug once. */
export function listCategories({ categories }: Choices, type: string) {
  const own = categories.filter((category) => !type || category.type === type);
  return own.filter(({ slug }, index) => own.findIndex((other) => other.slug === slug) === index);
}

/** Returns the filters that an address names. */
export function readFilters({ searchParams }: URL, choices: Choices) {
  const find = <T extends string>(name: string, known: readonly T[]) => pick(searchParams.get(name), known);
  const toSlugs = (known: { slug: string }[]) => known.map(({ slug }) => slug);
  const type = find('type', entryTypeNames);
  return {
    type,
    state: find(
      'state',
      states.map(({ value }) => value),
    ),
    author: find('author', toSlugs(choices.authors)),
    // A category of another type than the chosen one would only show an empty list.
    category: find('category', toSlugs(listCategories(choices, type ?? ''))),
    sort:
      find(
        'sort',
        sorts.map(({ value }) => value),
      ) ?? 'saved',
    q: (searchParams.get('q') ?? '').slice(0, 200),
  };
}

export type Filters = ReturnType<typeof readFilters>;

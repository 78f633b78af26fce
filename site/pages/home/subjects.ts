import { type EntryType, entryTypeNames, getEntryPath, getEntryType } from '../../../contract/entry-types.ts';
import type { PageArgs } from '../../page.ts';
import type { Option } from '../../parts/field.tsx';

/** Something an enquiry may be about: a page of the site. */
export interface Subject {
  type: EntryType;
  path: string;
  title: string;
}

export function subjectsOf(type: EntryType, cards: readonly { slug: string; title: string }[]): Subject[] {
  return cards.map(({ slug, title }) => ({ type, path: getEntryPath(type, slug), title }));
}

// Home shows these two anyway.
const shown: readonly EntryType[] = ['SERVICE', 'PLAN'];

/** What else takes enquiries; without it the form still has the rest. */
export async function loadSubjects({ client, signal }: PageArgs): Promise<Subject[]> {
  const types = entryTypeNames.filter((type) => getEntryType(type).enquiry && !shown.includes(type));
  const lists = types.map(async (type) => {
    const { items } = await client.entries(type, 'list', { size: 100 }, { signal });
    return subjectsOf(type, items);
  });
  const loaded = await Promise.all(lists.map((list) => list.catch(() => [])));
  return loaded.flat();
}

/** As a form offers them, each under its kind; at the end what is none of them. */
export function subjectOptions(subjects: readonly Subject[]): Option[] {
  return [
    ...subjects.map(({ type, path, title }) => ({ value: path, label: title, group: getEntryType(type).plural })),
    { value: '/', label: 'Something else', group: 'Other' },
  ];
}

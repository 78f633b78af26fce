import {
  getEntryPath,
  getEntryType,
  type TypeWithPages,
  typesWithPages,
} from '../../../contract/content/entry-types.ts';
import type { PageArgs } from '../../page.ts';
import type { FieldOption } from '../../parts/field.tsx';
import { loadAllEntries } from '../../parts/load-all-entries.ts';

/** A page of the site that an enquiry is about. */
export interface EnquirySubject {
  type: TypeWithPages;
  path: string;
  title: string;
}

/** Converts the cards of a type into subjects. */
export function toEnquirySubjects(
  type: TypeWithPages,
  cards: readonly { slug: string; title: string }[],
): EnquirySubject[] {
  return cards.map(({ slug, title }) => ({ type, path: getEntryPath(type, slug), title }));
}

// Home loads the entries of these types for its own sections.
const typesShownOnHome: readonly TypeWithPages[] = ['SERVICE', 'PLAN'];

/** Loads the subjects of the other types that take enquiries. A type whose call fails is left out. */
export async function loadSubjects({ client, signal }: PageArgs): Promise<EnquirySubject[]> {
  const types = typesWithPages.filter((type) => getEntryType(type).enquiry && !typesShownOnHome.includes(type));
  const lists = types.map(async (type) => toEnquirySubjects(type, await loadAllEntries(client, type, { signal })));
  const loaded = await Promise.all(lists.map((list) => list.catch(() => [])));
  return loaded.flat();
}

/** Returns the options of the subject field, grouped by type, with "Something else" at the end. */
export function toSubjectOptions(subjects: readonly EnquirySubject[]): FieldOption[] {
  return [
    ...subjects.map(({ type, path, title }) => ({ value: path, label: title, group: getEntryType(type).plural })),
    { value: '/', label: 'Something else', group: 'Other' },
  ];
}

import type { ListedType } from '../../../contract/content/entry-types.ts';
import { getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import { type ListSummaries, listedTypes } from '../../../contract/content/list-settings.ts';
import type { FieldOption } from '../../parts/field.tsx';
import type { SectionArgs } from '../section.ts';

/** A page of the site that an enquiry is about. */
export interface EnquirySubject {
  type: ListedType;
  path: string;
  title: string;
}

/** Loads the subjects of the types that take enquiries. A type whose call fails is left out. */
export async function loadSubjects({ loadList }: Pick<SectionArgs, 'loadList'>): Promise<EnquirySubject[]> {
  const types = listedTypes.filter((type) => getEntryType(type).enquiry);
  const lists = types.map(async (type) =>
    (await loadList(type)).map(({ slug, title }) => ({ type, path: getEntryPath(type, slug), title })),
  );
  return (await Promise.all(lists.map((list) => list.catch(() => [])))).flat();
}

/** Returns the options of the subject field, grouped by type, with "Something else" at the end. */
export function toSubjectOptions(lists: ListSummaries, subjects: readonly EnquirySubject[]): FieldOption[] {
  return [
    ...subjects.map(({ type, path, title }) => ({ value: path, label: title, group: lists[type].heading })),
    { value: '/', label: 'Something else', group: 'Other' },
  ];
}

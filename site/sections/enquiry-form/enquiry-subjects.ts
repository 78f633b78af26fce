import {
  getEntryPath,
  getEntryType,
  type TypeWithPages,
  typesWithPages,
} from '../../../contract/content/entry-types.ts';
import type { FieldOption } from '../../parts/field.tsx';
import type { SectionArgs } from '../section.ts';

/** A page of the site that an enquiry is about. */
export interface EnquirySubject {
  type: TypeWithPages;
  path: string;
  title: string;
}

/** Loads the subjects of the types that take enquiries. A type whose call fails is left out. */
export async function loadSubjects({ loadList }: Pick<SectionArgs, 'loadList'>): Promise<EnquirySubject[]> {
  const types = typesWithPages.filter((type) => type !== 'PAGE').filter((type) => getEntryType(type).enquiry);
  const lists = types.map(async (type) =>
    (await loadList(type)).map(({ slug, title }) => ({ type, path: getEntryPath(type, slug), title })),
  );
  return (await Promise.all(lists.map((list) => list.catch(() => [])))).flat();
}

/** Returns the options of the subject field, grouped by type, with "Something else" at the end. */
export function toSubjectOptions(subjects: readonly EnquirySubject[]): FieldOption[] {
  return [
    ...subjects.map(({ type, path, title }) => ({ value: path, label: title, group: getEntryType(type).plural })),
    { value: '/', label: 'Something else', group: 'Other' },
  ];
}

import { getEntryPath, type ListedType } from '../../../contract/content/entry-types.ts';
import type { FormWords } from '../../../contract/content/form-schemas.ts';
import type { ListSummaries } from '../../../contract/content/list-settings.ts';
import type { FieldOption } from '../../parts/field.tsx';
import type { SectionArgs } from '../section.ts';

/** A page of the site that an enquiry is about; without a type a page that the setting `forms` names. */
export interface EnquirySubject {
  type?: ListedType;
  path: string;
  title: string;
}

/** Loads the subjects that the setting `forms` offers. A type whose call fails is left out. */
export async function loadSubjects(
  { loadList }: Pick<SectionArgs, 'loadList'>,
  { types, subjects }: FormWords['enquiry'],
): Promise<EnquirySubject[]> {
  const lists = types.map(async (type) =>
    (await loadList(type)).map(({ slug, title }) => ({ type, path: getEntryPath(type, slug), title })),
  );
  const entries = (await Promise.all(lists.map((list) => list.catch(() => [])))).flat();
  return [...entries, ...subjects.map(({ label, to }) => ({ path: to, title: label }))];
}

/** Returns the options of the subject field, grouped by type, with the one for another subject at the end. */
export function toSubjectOptions(
  lists: ListSummaries,
  subjects: readonly EnquirySubject[],
  otherSubject: string,
): FieldOption[] {
  return [
    ...subjects.map(({ type, path, title }) => ({
      value: path,
      label: title,
      group: type ? lists[type].heading : 'Other',
    })),
    { value: '/', label: otherSubject, group: 'Other' },
  ];
}

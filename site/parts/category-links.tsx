import { entryTypes, type SelectableType } from '../../contract/entry-types.ts';
import type { Category } from '../../contract/record-shapes.ts';
import { ChipLinks } from './chip-links.tsx';

interface CategoryLinksProps {
  type: SelectableType;
  /** All categories; those of other types are left out. */
  categories: readonly Category[];
  /** Slug of the category that is shown; null where the whole list is. */
  current: string | null;
}

/** The categories of a type with how many entries each holds, and the way back to all. */
export function CategoryLinks({ type, categories, current }: CategoryLinksProps) {
  const { label, listPath, categoryPath } = entryTypes[type];
  const own = categories.filter((category) => category.type === type);
  return (
    <ChipLinks
      label={`${label} categories`}
      chips={[
        { href: listPath, label: 'All', current: current === null },
        ...own.map(({ slug, name, count }) => ({
          href: categoryPath + slug,
          label: name,
          count,
          current: slug === current,
        })),
      ]}
    />
  );
}

import { entryTypes, type SelectableType } from '../../contract/content/entry-types.ts';
import type { Category } from '../../contract/content/record-shapes.ts';
import { ChipLinks } from './chip-links.tsx';

interface CategoryLinksProps {
  type: SelectableType;
  /** Categories of every type; only those of `type` are shown. */
  categories: readonly Category[];
  /** Slug of the selected category; null if the list shows every category, '' to select no link. */
  current: string | null;
}

/** Renders links to the categories of a type with the number of entries in each, and a link to the whole list. */
export function CategoryLinks({ type, categories, current }: CategoryLinksProps) {
  const { label, plural, listPath, categoryPath } = entryTypes[type];
  const own = categories.filter((category) => category.type === type);
  return (
    <ChipLinks
      label={`${label} categories`}
      countedNoun={plural.toLowerCase()}
      chips={[
        { href: listPath, label: 'All', isCurrent: current === null },
        ...own.map(({ slug, name, count }) => ({
          href: categoryPath + slug,
          label: name,
          count,
          isCurrent: slug === current,
        })),
      ]}
    />
  );
}

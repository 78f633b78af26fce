import { use } from 'react';
import { entryTypes, type SelectableType } from '../../contract/content/entry-types.ts';
import { toMidSentence } from '../../contract/content/list-settings.ts';
import type { Category } from '../../contract/content/record-shapes.ts';
import { SiteSettingsContext } from '../settings.ts';
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
  const { listPath, categoryPath } = entryTypes[type];
  const { singular, plural } = use(SiteSettingsContext).lists[type];
  const own = categories.filter((category) => category.type === type);
  return (
    <ChipLinks
      label={`${singular} categories`}
      countedNoun={toMidSentence(plural)}
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

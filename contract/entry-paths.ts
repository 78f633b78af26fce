import { type EntryType, entryType } from './entry-types.ts';

export type EntryOperation =
  | 'list'
  | 'item'
  | 'byCategory'
  | 'recent'
  | 'recentExcept'
  | 'related'
  | 'metaKeys'
  | 'recentData';

/**
 * API path of an operation on a type of entry, with `{name}` where an input goes into the path; null where the type
 * has no such operation. Odd spellings of the specification (section 7) stand in `entry-types.ts`.
 */
export function entryApiPath(
  type: EntryType,
  operation: EntryOperation,
  noun = entryType(type).api.noun,
): string | null {
  const { api, categoryPath } = entryType(type);
  switch (operation) {
    case 'list':
      return `/api/${noun}/enable/list`;
    case 'item':
      return api.item ?? `/api/${noun}/getData`;
    case 'byCategory':
      return categoryPath && (api.byCategory ?? `/api/${noun}/getByCategory/{categoryId}`);
    case 'recent':
      return `/api/${noun}/recent/{n}`;
    case 'recentExcept':
      return `/api/${noun}/recent/{a}/{b}`;
    case 'related':
      return categoryPath && `/api/${noun}/relatedByCategory/{a}/{b}`;
    case 'metaKeys':
      return `/api/${noun}/metaKeys/{slug}`;
    case 'recentData':
      return api.specified.includes('recentData') ? `/api/${noun}/get-recent-data` : null;
  }
}

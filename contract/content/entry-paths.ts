import { getEntryType, type TypeWithPages } from './entry-types.ts';

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
 * Returns the API path of an operation on a type of entry, with `{name}` for path parameters; null where the type has
 * no such operation. Odd paths of the specification (section 7) are in `entry-types.ts`.
 */
export function getEntryApiPath(
  type: TypeWithPages,
  operation: EntryOperation,
  noun = getEntryType(type).api.noun,
): string | null {
  const { api, categoryPath } = getEntryType(type);
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

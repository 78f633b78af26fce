import { use, useEffect, useState } from 'react';
import { entryTypes } from '../../contract/content/entry-types.ts';
import { type ListsSetting, typesWithList } from '../../contract/content/list-settings.ts';
import type { MenuLink } from '../../contract/content/menu-schemas.ts';
import { SiteClientContext } from '../context.ts';
import { loadLists } from '../load-lists.ts';
import actions from '../parts/action.module.css';
import { Link } from '../parts/link.tsx';
import { SiteSettingsContext } from '../settings.ts';
import { describeSearchFailure } from './describe-search-failure.ts';
import type { SearchState } from './use-search-results.ts';

/** Renders links to the lists that the header names, which look like results. Their ledes are loaded. */
function SectionLinks() {
  const { header } = use(SiteSettingsContext).menus;
  const client = use(SiteClientContext);
  const [lists, setLists] = useState<ListsSetting | null>(null);
  useEffect(() => {
    // Without ledes the links lead on all the same.
    if (client) loadLists(client).then(setLists, () => undefined);
  }, [client]);
  const links = header.flatMap((item): (MenuLink & { group: string | null })[] =>
    'items' in item ? item.items.map((link) => ({ ...link, group: item.label })) : [{ ...item, group: null }],
  );
  return (
    <ul>
      {links.map(({ to, label, group }) => {
        const type = typesWithList.find((each) => entryTypes[each].listPath === to);
        return type ? (
          <li key={`${to} ${group}`}>
            <Link to={to} className="row">
              <span className="title">{label}</span>
              {group && <span className="kind">{group}</span>}
              <span className="excerpt">{lists?.[type].lede ?? '\u00a0'}</span>
            </Link>
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** Renders what the dialog shows without results: other pages to try, or what to do after a failure. */
export function SearchHints({ answer, failure, retry }: SearchState) {
  if (failure) {
    return (
      <div className="hint">
        <p>{describeSearchFailure(failure).remedy}</p>
        <button type="button" className={actions.quiet} onClick={retry}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <>
      {answer && (
        <p className="hint">
          Try fewer or other words, start from one of these, or <Link to="/contact-us">ask us directly</Link>.
        </p>
      )}
      <SectionLinks />
    </>
  );
}

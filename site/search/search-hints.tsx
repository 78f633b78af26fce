import { use } from 'react';
import { entryTypes } from '../../contract/content/entry-types.ts';
import type { MenuLink } from '../../contract/content/menu-schemas.ts';
import actions from '../parts/action.module.css';
import { Link } from '../parts/link.tsx';
import { SiteSettingsContext } from '../settings.ts';
import { describeSearchFailure } from './describe-search-failure.ts';
import type { SearchState } from './use-search-results.ts';

const types = Object.values(entryTypes);

/** Renders links to the lists that the header names, which look like results. */
function SectionLinks() {
  const { header } = use(SiteSettingsContext).menus;
  const links = header.flatMap((item): (MenuLink & { group: string | null })[] =>
    'items' in item ? item.items.map((link) => ({ ...link, group: item.label })) : [{ ...item, group: null }],
  );
  const sectionLinks = links.map((link) => ({
    ...link,
    description: types.find(({ listPath }) => listPath === link.to)?.description,
  }));
  return (
    <ul>
      {sectionLinks.map(({ to, label, group, description }) =>
        description ? (
          <li key={`${to} ${group}`}>
            <Link to={to} className="row">
              <span className="title">{label}</span>
              {group && <span className="kind">{group}</span>}
              <span className="excerpt">{description}</span>
            </Link>
          </li>
        ) : null,
      )}
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

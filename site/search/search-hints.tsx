import { entryTypes } from '../../contract/content/entry-types.ts';
import actions from '../parts/action.module.css';
import { Link } from '../parts/link.tsx';
import { navigationGroups } from '../parts/navigation.ts';
import { describeSearchFailure } from './describe-search-failure.ts';
import type { SearchState } from './use-search-results.ts';

const types = Object.values(entryTypes);
const sectionLinks = navigationGroups.flatMap(({ label: group, links }) =>
  links.map((link) => ({
    ...link,
    group,
    description: types.find(({ listPath }) => listPath === link.href)?.description,
  })),
);

/** Renders links to the lists of the site, which look like results. */
function SectionLinks() {
  return (
    <ul>
      {sectionLinks.map(({ href, label, group, description }) =>
        description ? (
          <li key={href}>
            <Link to={href} className="row">
              <span className="title">{label}</span>
              <span className="kind">{group}</span>
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

import { entryTypes } from '../../contract/entry-types.ts';
import actions from '../parts/action.module.css';
import { Link } from '../parts/link.tsx';
import { navigationGroups } from '../parts/navigation.ts';
import { failureWords } from './failure-words.ts';
import type { Results } from './use-results.ts';

const types = Object.values(entryTypes);
const shelves = navigationGroups.flatMap(({ label: group, links }) =>
  links.map((link) => ({
    ...link,
    group,
    description: types.find(({ listPath }) => listPath === link.href)?.description,
  })),
);

/** The shelves on which everything stands, in the shape of results. */
function Shelves() {
  return (
    <ul>
      {shelves.map(({ href, label, group, description }) =>
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

/** What stands where no result does: where else to look, or what to do when the search failed. */
export function Hints({ found, failure, tryAgain }: Results) {
  if (failure) {
    return (
      <div className="hint">
        <p>{failureWords(failure).remedy}</p>
        <button type="button" className={actions.quiet} onClick={tryAgain}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <>
      {found && (
        <p className="hint">
          Try fewer or other words, start from one of these, or <Link to="/contact-us">ask us directly</Link>.
        </p>
      )}
      <Shelves />
    </>
  );
}

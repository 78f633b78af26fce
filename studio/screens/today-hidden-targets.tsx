import { Link } from 'react-router';
import type { HiddenTarget } from '../../contract/studio/shapes.ts';

/** Lists the parts of published pages that name a withdrawn entry. Each leads to the page and to the entry. */
export function HiddenTargetList({ targets }: { targets: HiddenTarget[] }) {
  return (
    <ul>
      {targets.map(({ id, title, section, target }) => (
        <li key={`${id} ${section} ${target.id}`}>
          <Link to={`/studio/content/${id}`} discover="none" dir="auto">
            {title}
          </Link>
          {section && (
            <>
              , section “<bdi>{section}</bdi>”
            </>
          )}
          : <bdi>{target.path}</bdi> (
          <Link to={`/studio/content/${target.id}`} discover="none" dir="auto">
            {target.title}
          </Link>
          ) is withdrawn, so visitors see the page without it.
        </li>
      ))}
    </ul>
  );
}

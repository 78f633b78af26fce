import { isolateText } from '../../../contract/content/text-direction.ts';
import type { LinkTarget } from '../../../contract/studio/content-operations.ts';
import { useClient, useTypeNames } from '../../context.ts';
import form from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { useSearch } from './library-list.tsx';
import styles from './link-dialog.module.css';

/** Returns whether a text is an address, and so no title to search for. */
export const isAddress = (text: string) => /^(?:https?:\/\/|mailto:|tel:|\/|#)\S+$/.test(text);

/**
 * Finds pages of the site by their titles as a text is typed. `targets` is null before the first answer. Enter chooses
 * `first`: the address that the text is, or the first page that was found for it.
 */
export function useTargets(text: string) {
  const client = useClient();
  const { found, isCurrent, refusal } = useSearch(text, (q, signal) => client.call('findTargets', { q }, { signal }));
  const page = isCurrent ? found?.items[0] : undefined;
  return { targets: found?.items ?? null, first: isAddress(text) ? { path: text, title: text } : page, refusal };
}

/** Lists the pages that a search has found, each a button that chooses it. */
export function TargetList({
  targets,
  first,
  refusal,
  isAddress: hasAddress,
  onChosen,
}: ReturnType<typeof useTargets> & {
  /** Whether the searched text is an address, so that no page needs to match. */
  isAddress: boolean;
  onChosen: (target: LinkTarget) => void;
}) {
  const getName = useTypeNames();
  const describe = ({ kind, type, page = '', problem }: LinkTarget) => {
    if (kind === 'SECTION') return `Section of ${isolateText(page)}`;
    if (kind === 'ENTRY') return problem ? `${getName(type)}, which ${problem}` : getName(type);
    return `${kind === 'LIST' ? 'List' : 'Category'}, ${getName(type)}`;
  };
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <p role="status">
        {targets?.length === 0 &&
          !hasAddress &&
          'No page matches. An address begins with https:// or with / for a page of this site.'}
      </p>
      <ul className={styles.targets}>
        {targets?.map((target) => (
          <li key={target.path}>
            <button
              type="button"
              className={styles.target}
              data-first={target === first || undefined}
              onClick={() => onChosen(target)}
            >
              <span dir="auto">{target.title || target.path}</span>
              <span className={form.mono}>{describe(target)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

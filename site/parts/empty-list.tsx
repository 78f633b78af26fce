import { use } from 'react';
import { entryTypes } from '../../contract/content/entry-types.ts';
import { toMidSentence } from '../../contract/content/list-settings.ts';
import { SiteSettingsContext } from '../settings.ts';
import styles from './empty-list.module.css';
import { Link } from './link.tsx';

/** Says that a list has no entries yet, and links to other pages. */
export function EmptyList({ what, category }: { what: string; category?: string | undefined }) {
  const { lists } = use(SiteSettingsContext);
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 120 60" width="120" height="60" aria-hidden="true" className={styles.drawing}>
        <path d="M1 1h118v58H1zM1 1l118 58M119 1L1 59" />
      </svg>
      <p className={styles.text}>
        There are no {what}
        {category && (
          <>
            {' on '}
            <bdi>{category.toLowerCase()}</bdi>
          </>
        )}{' '}
        here yet. The next will appear at this address as soon as it is published. Until then,{' '}
        <Link to={entryTypes.SERVICE.listPath}>see what we do</Link>,{' '}
        <Link to={entryTypes.BLOG.listPath}>read our {toMidSentence(lists.BLOG.plural)}</Link> or{' '}
        <Link to="/contact-us">ask us</Link>.
      </p>
    </div>
  );
}

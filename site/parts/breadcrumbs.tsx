import styles from './breadcrumbs.module.css';
import { Link } from './link.tsx';

export interface Crumb {
  href: string;
  label: string;
}

/** The way from Home to this page; the last crumb is the page itself and is no link. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
      <ol className={styles.trail}>
        {trail.map(({ href, label }, index) => (
          <li key={href} className={styles.crumb}>
            {index === trail.length - 1 ? <span aria-current="page">{label}</span> : <Link to={href}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

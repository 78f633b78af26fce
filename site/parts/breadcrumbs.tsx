import styles from './breadcrumbs.module.css';
import { Link } from './link.tsx';

export interface Breadcrumb {
  href: string;
  label: string;
}

/** Renders the breadcrumbs from Home to this page. The last breadcrumb is the page itself, so it is not a link. */
export function Breadcrumbs({ trail }: { trail: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
      <ol className={styles.trail}>
        {trail.map(({ href, label }, index) => (
          <li key={href} dir="auto" className={styles.crumb}>
            {index === trail.length - 1 ? <span aria-current="page">{label}</span> : <Link to={href}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

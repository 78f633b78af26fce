import { use } from 'react';
import { entryTypes, getEntryPath } from '../../../contract/content/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import { PlanLinks } from '../../parts/plan-links.tsx';
import { formatPrice, getCurrency } from '../../parts/price.ts';
import { SiteSettingsContext } from '../../settings.ts';
import type { HomePlan } from './load.ts';
import styles from './plan-highlights.module.css';

/** Renders the plans in a row, each with its price, audience and highlights. */
export function PlanHighlights({ plans }: { plans: readonly HomePlan[] }) {
  const settings = use(SiteSettingsContext);
  const columns = plans.length % 4 === 0 ? styles.fourColumns : styles.threeColumns;
  return (
    <>
      <div className={styles.clip}>
        <ul className={`${styles.plans} ${columns}`}>
          {plans.map(({ slug, title, featured, monthly, currency, audience, highlights }) => (
            <li key={slug} className={featured ? `${styles.plan} ${styles.featured}` : styles.plan}>
              <h3 dir="auto" className={styles.title}>
                <Link to={getEntryPath('PLAN', slug)}>{title}</Link>
              </h3>
              {featured && <p className={styles.featuredLabel}>Most popular</p>}
              {monthly !== undefined && (
                <p className={styles.price}>
                  <strong>{formatPrice(monthly, getCurrency(settings, currency))}</strong> a month
                </p>
              )}
              <p dir="auto" className={styles.audience}>
                {audience}
              </p>
              <ul className={styles.highlights}>
                {highlights.map((line) => (
                  <li key={line} dir="auto">
                    {line}
                  </li>
                ))}
              </ul>
              <PlanLinks slug={slug} title={title} className={styles.links} />
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.compareLink}>
        <Link to={entryTypes.PLAN.listPath}>Compare all plans side by side</Link>
      </p>
    </>
  );
}

import { entryTypes, getEntryPath } from '../../../contract/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import { formatPrice } from '../../parts/number.ts';
import type { HomePlan } from './load.ts';
import styles from './plan-highlights.module.css';

/** The plans in a row: for whom, from how much, and the three things that set each apart. */
export function PlanHighlights({ plans }: { plans: readonly HomePlan[] }) {
  return (
    <>
      <div className={styles.clip}>
        <ul className={styles.plans}>
          {plans.map(({ slug, title, featured, monthly, currency, audience, highlights }) => (
            <li key={slug} className={featured ? `${styles.plan} ${styles.featured}` : styles.plan}>
              <h3 className={styles.title}>
                <Link to={getEntryPath('PLAN', slug)}>{title}</Link>
              </h3>
              {featured && <p className={styles.flag}>A good first choice</p>}
              {monthly !== undefined && currency && (
                <p className={styles.price}>
                  <strong>{formatPrice(monthly, currency)}</strong> a month
                </p>
              )}
              <p className={styles.audience}>{audience}</p>
              <ul className={styles.highlights}>
                {highlights.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.more}>
        <Link to={entryTypes.PLAN.listPath}>Compare all plans side by side</Link>
      </p>
    </>
  );
}

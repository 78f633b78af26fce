import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { entryPath, entryTypes } from '../../../contract/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import { formatPrice } from '../../parts/number.ts';
import styles from './plan-highlights.module.css';

/** The plans in a row: for whom, from how much, and the three things that set each apart. */
export function PlanHighlights({ plans }: { plans: readonly EntryCard<'PLAN'>[] }) {
  return (
    <>
      <div className={styles.clip}>
        <ul className={styles.plans}>
          {plans.map(({ slug, title, fields }) => (
            <li key={slug} className={fields.featured ? `${styles.plan} ${styles.featured}` : styles.plan}>
              <h3 className={styles.title}>
                <Link to={entryPath('PLAN', slug)}>{title}</Link>
              </h3>
              {fields.featured && <p className={styles.flag}>A good first choice</p>}
              {fields.monthly !== undefined && fields.currency && (
                <p className={styles.price}>
                  <strong>{formatPrice(fields.monthly, fields.currency)}</strong> a month
                </p>
              )}
              <p className={styles.audience}>{fields.audience}</p>
              <ul className={styles.highlights}>
                {fields.highlights?.slice(0, 3).map((line) => (
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

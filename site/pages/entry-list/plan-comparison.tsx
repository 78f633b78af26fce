import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { getEntryPath } from '../../../contract/entry-types.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { Link } from '../../parts/link.tsx';
import { formatPrice } from '../../parts/number.ts';
import { type LimitRow, limitGroups } from './limit-groups.ts';
import styles from './plan-comparison.module.css';

type Plan = EntryCard<'PLAN'>;

/** Both prices are in the page; the switch above only chooses which is seen, so it works without JavaScript. */
function Price({ plan: { fields } }: { plan: Plan }) {
  const { monthly, yearly, currency } = fields;
  if (monthly === undefined || yearly === undefined || !currency) return null;
  return (
    <>
      <span className={styles.monthly}>
        <strong>{formatPrice(monthly, currency)}</strong> a month
      </span>
      <span className={styles.yearly}>
        <strong>{formatPrice(yearly, currency)}</strong> a year
      </span>
    </>
  );
}

function Value({ value }: { value: LimitRow['values'][number] }) {
  if (value === true) return <span className={styles.yes}>Yes</span>;
  if (value === false || value === null) return <span className={styles.no}>{value === null ? '–' : 'No'}</span>;
  return value;
}

function Switch() {
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">Pay</legend>
      <label className={styles.option}>
        <input type="radio" name="billing" value="monthly" defaultChecked /> Monthly
      </label>
      <label className={styles.option}>
        <input type="radio" name="billing" value="yearly" className={styles.yearlyInput} /> Yearly
      </label>
    </fieldset>
  );
}

/** The plans side by side, every limit in a row of its own. */
export function PlanComparison({ plans }: { plans: readonly Plan[] }) {
  return (
    <div className={styles.comparison}>
      <div className={styles.tools}>
        <Switch />
        <p className={styles.note}>Prices exclude VAT.</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Comparison of plans" tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">Prices and limits of each plan</caption>
          <thead className={styles.head}>
            <tr>
              <td />
              {plans.map((plan) => (
                <th key={plan.slug} scope="col" className={plan.fields.featured ? styles.featured : undefined}>
                  <Link to={getEntryPath('PLAN', plan.slug)} className={styles.name}>
                    {plan.title}
                  </Link>
                  <span className={styles.price}>
                    <Price plan={plan} />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={styles.audience}>
              <th scope="row">For</th>
              {plans.map((plan) => (
                <td key={plan.slug}>{plan.fields.audience}</td>
              ))}
            </tr>
          </tbody>
          {limitGroups(plans).map(({ group, rows }) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={plans.length + 1} className={styles.group}>
                  <span>{group}</span>
                </th>
              </tr>
              {rows.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {plans.map((plan, index) => (
                    <td key={plan.slug}>
                      <Value value={values[index] ?? null} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <div className={styles.foot}>
        <p>
          Not sure which fits? Thirty minutes with an engineer is free, and we tell you when the smaller one will do.
        </p>
        <ActionLink href="/book-a-free-consultation">Book a free consultation</ActionLink>
      </div>
    </div>
  );
}

import { use } from 'react';
import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import actions from '../../parts/action.module.css';
import { Faqs } from '../../parts/faqs.tsx';
import { Link } from '../../parts/link.tsx';
import { MainAction } from '../../parts/main-action.tsx';
import { PlanLinks } from '../../parts/plan-links.tsx';
import { formatPrice, getCurrency } from '../../parts/price.ts';
import selectStyles from '../../parts/select.module.css';
import { SiteSettingsContext } from '../../settings.ts';
import { getSharedFaqs, groupLimitRows, type LimitRow } from './compare-plans.ts';
import styles from './plan-comparison.module.css';

type Plan = EntryCard<'PLAN'>;

/** Renders both prices. The style sheet shows the one that the billing switch selects, without JavaScript. */
function Price({ plan: { fields } }: { plan: Plan }) {
  const { monthly, yearly } = fields;
  const currency = getCurrency(use(SiteSettingsContext), fields.currency);
  if (monthly === undefined || yearly === undefined) return null;
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

function LimitValue({ value }: { value: LimitRow['values'][number] }) {
  if (value === true) return <span className={styles.yes}>Yes</span>;
  if (value === false || value === null) return <span className={styles.no}>{value === null ? '–' : 'No'}</span>;
  return value;
}

function BillingSwitch() {
  return (
    <fieldset className={styles.billingSwitch}>
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

/** Renders the choice of the two plans that a phone shows. The style sheet applies it, without JavaScript. */
function PlanChoice({ plans }: { plans: readonly Plan[] }) {
  return (
    <div className={styles.choice}>
      {['Compare', 'with'].map((label, position) => (
        <label key={label}>
          {label}
          <select defaultValue={plans[position]?.slug} className={`${selectStyles.select} ${styles.select}`}>
            {plans.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}

/** Renders a table that compares the plans, with one row for each limit. */
export function PlanComparison({ plans, heading: Heading = 'h2' }: { plans: readonly Plan[]; heading?: 'h2' | 'h3' }) {
  const faqs = getSharedFaqs(plans);
  return (
    <div className={styles.comparison}>
      <div className={styles.tools}>
        <BillingSwitch />
        <PlanChoice plans={plans} />
      </div>
      <table className={styles.table}>
        <caption className="visually-hidden">Prices and limits of each plan</caption>
        <thead className={styles.head}>
          <tr>
            <td />
            {plans.map((plan) => (
              <th key={plan.slug} scope="col" className={plan.fields.featured ? styles.featured : undefined}>
                <Link dir="auto" to={getEntryPath('PLAN', plan.slug)} className={styles.name}>
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
              <td key={plan.slug} dir="auto">
                {plan.fields.audience}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Next step</th>
            {plans.map((plan) => (
              <td key={plan.slug}>
                <PlanLinks slug={plan.slug} title={plan.title} className={styles.links} />
              </td>
            ))}
          </tr>
        </tbody>
        {groupLimitRows(plans).map(({ group, rows }) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" className={styles.groupTitle}>
                <span dir="auto">{group}</span>
              </th>
            </tr>
            {rows.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {plans.map((plan, index) => (
                  <td key={plan.slug} dir="auto">
                    <LimitValue value={values[index] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {faqs.length > 0 && (
        <section className={styles.questions} aria-labelledby="questions-title">
          <Heading id="questions-title" className={styles.questionsTitle}>
            Questions about every plan
          </Heading>
          <Faqs faqs={faqs} />
        </section>
      )}
      <div className={styles.footer} data-part="call-to-action" data-dark="">
        <p>Not sure which fits? Ask us: a first conversation is free, and we say so when the smaller one will do.</p>
        <MainAction className={actions.primary} />
      </div>
    </div>
  );
}

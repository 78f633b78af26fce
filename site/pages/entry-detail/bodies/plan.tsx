import { use } from 'react';
import type { EntryFields } from '../../../../contract/content/entry-fields.ts';
import { entryTypes } from '../../../../contract/content/entry-types.ts';
import { Link } from '../../../parts/link.tsx';
import { PlanLinks } from '../../../parts/plan-links.tsx';
import { formatPrice, getCurrency } from '../../../parts/price.ts';
import { Prose } from '../../../parts/prose.tsx';
import { SiteSettingsContext } from '../../../settings.ts';
import type { BodyProps, BodySection } from '../entry-data.ts';
import { Tagline } from '../tagline.tsx';
import styles from './plan.module.css';

type PlanFields = EntryFields['PLAN'];

function Prices({ plan, slug, title }: { plan: PlanFields; slug: string; title: string }) {
  const currency = getCurrency(use(SiteSettingsContext), plan.currency);
  const saved = plan.monthly * 12 - plan.yearly;
  return (
    <div className={styles.prices}>
      <p className={styles.price}>
        <span className={styles.amount}>{formatPrice(plan.monthly, currency)}</span> a month
      </p>
      <p className={styles.price}>
        <span className={styles.amount}>{formatPrice(plan.yearly, currency)}</span> a year
        {saved > 0 && <span className={styles.saved}>saves {formatPrice(saved, currency)} a year</span>}
      </p>
      <PlanLinks slug={slug} title={title} className={styles.links} areButtons />
    </div>
  );
}

function renderLimitValue(value: string | boolean) {
  if (typeof value === 'string') return value;
  return value ? 'Included' : <span className={styles.notIncluded}>Not included</span>;
}

function Limits({ limits, title }: { limits: PlanFields['limits']; title: string }) {
  const groups = Map.groupBy(limits, ({ group }) => group);
  return (
    <table className={styles.limits}>
      <caption className="visually-hidden">Limits of the plan {title}</caption>
      {[...groups].map(([group, rows]) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={2} dir="auto" className={styles.groupTitle}>
              {group}
            </th>
          </tr>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td dir="auto">{renderLimitValue(value)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Renders a plan: its prices, highlights, limits and text. */
export function renderPlanBody({ entry }: BodyProps<'PLAN'>): BodySection[] {
  const { tagline, highlights, limits } = entry.fields;
  return [
    {
      id: 'price',
      title: 'Price',
      content: (
        <div className={styles.offer}>
          <Prices plan={entry.fields} slug={entry.slug} title={entry.title} />
          <div className={styles.content}>
            <Tagline>{tagline}</Tagline>
            <ul className={styles.highlights}>
              {highlights.map((highlight) => (
                <li key={highlight} dir="auto">
                  {highlight}
                </li>
              ))}
            </ul>
          </div>
        </div>
      ),
    },
    {
      id: 'limits',
      title: 'Every limit',
      content: (
        <>
          <div className={styles.limitsBox}>
            <Limits limits={limits} title={entry.title} />
          </div>
          <p className={styles.compareLink}>
            <Link to={entryTypes.PLAN.listPath}>Compare all plans side by side</Link>
          </p>
        </>
      ),
    },
    { id: 'detail', title: 'In detail', content: <Prose html={entry.html} /> },
  ];
}

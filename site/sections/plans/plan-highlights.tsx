import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { entryTypes, getEntryPath } from '../../../contract/content/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import { PlanLinks } from '../../parts/plan-links.tsx';
import { formatPrice, getCurrency } from '../../parts/price.ts';
import { createSection, type SectionProps } from '../section.ts';
import styles from './plan-highlights.module.css';

/** The fields of a plan that a highlight shows, with its first three highlights. */
function toHighlightedPlan({ slug, title, fields }: EntryCard<'PLAN'>) {
  const { featured, monthly, currency, audience, highlights = [] } = fields;
  return { slug, title, featured, monthly, currency, audience, highlights: highlights.slice(0, 3) };
}

type HighlightsProps = SectionProps<'plans', ReturnType<typeof toHighlightedPlan>[]>;

/** Renders the plans in a row, each with its price, audience and highlights. */
function PlanHighlights({ section: { more }, data: plans, Heading, settings }: HighlightsProps) {
  const columns = plans.length % 4 === 0 ? styles.fourColumns : styles.threeColumns;
  return (
    <>
      <div className={styles.clip}>
        <ul className={`${styles.plans} ${columns}`}>
          {plans.map(({ slug, title, featured, monthly, currency, audience, highlights }) => (
            <li key={slug} className={featured ? `${styles.plan} ${styles.featured}` : styles.plan}>
              <Heading dir="auto" className={styles.title}>
                <Link to={getEntryPath('PLAN', slug)}>{title}</Link>
              </Heading>
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
      {more && (
        <p className={styles.compareLink}>
          <Link to={entryTypes.PLAN.listPath}>{more}</Link>
        </p>
      )}
    </>
  );
}

export const section = createSection('plans-highlights', {
  load: async ({ loadList }) => (await loadList('PLAN')).map(toHighlightedPlan),
  Content: PlanHighlights,
  isFullWidth: true,
});

import { Fragment, use } from 'react';
import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { getEntryType } from '../../../contract/content/entry-types.ts';
import type { ListSummaries } from '../../../contract/content/list-settings.ts';
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx';
import { hasCover } from '../../parts/cover.tsx';
import { DateText } from '../../parts/date.tsx';
import { Link } from '../../parts/link.tsx';
import { MainAction } from '../../parts/main-action.tsx';
import { TitleBlock, type TitleBlockRow } from '../../parts/title-block.tsx';
import { usePreviewQuery } from '../../parts/use-preview-query.ts';
import { SiteSettingsContext } from '../../settings.ts';
import type { DetailType } from './entry-data.ts';
import styles from './entry-head.module.css';
import { HeadCover } from './head-cover.tsx';
import { getEntryBreadcrumbs } from './structured-data.ts';

type Rows = TitleBlockRow[];

const nextStep: TitleBlockRow = ['Next step', <MainAction key="next" />];

/**
 * For each type that is sold, the fields that the head shows, in this order and under their own names. The section
 * below the head has the prices of a plan, and the version and platforms of an app.
 */
const shownFields: Partial<Record<DetailType, readonly string[]>> = {
  SERVICE: ['price', 'duration'],
  PLAN: [],
  MICROSERVICE: ['price', 'duration', 'version', 'protocols'],
  APP: ['price'],
};

/** Returns the rows of an entry that is sold: its fields `names`, its audience, and the next step. */
function getSalesRows(fields: Record<string, unknown>, names: readonly string[], hasNextStep: boolean): Rows {
  const rows = names.flatMap((name): Rows => {
    const value = fields[name];
    if (!value) return [];
    return [[name[0]?.toUpperCase() + name.slice(1), [value].flat().join(', ')]];
  });
  const audience: Rows = typeof fields.audience === 'string' ? [['For', fields.audience]] : [];
  return [...rows, ...audience, ...(hasNextStep ? [nextStep] : [])];
}

/** Returns the rows of an article: category, dates, author, reading time. */
function getArticleRows(entry: EntryDetail<DetailType>, lists: ListSummaries): Rows {
  const { categoryPath } = getEntryType(entry.type);
  const block: Rows = [];
  if (categoryPath && entry.category) {
    block.push([
      lists[entry.type].singular,
      <Link key="kind" to={categoryPath + entry.category.slug}>
        {entry.category.name}
      </Link>,
    ]);
  }
  block.push(['Published', <DateText key="published" iso={entry.publishedAt} />]);
  if (entry.updatedAt) {
    block.push([
      'Updated',
      <Fragment key="updated">
        <span className={styles.onPhones}>updated </span>
        <DateText iso={entry.updatedAt} />
      </Fragment>,
    ]);
  }
  if (entry.author) {
    const { name, slug, role } = entry.author;
    block.push([
      'By',
      <Fragment key="by">
        <Link dir="auto" to={`/about-us#${slug}`}>
          {name}
        </Link>
        <span className={styles.notOnPhones}>
          {' · '}
          <bdi>{role}</bdi>
        </span>
      </Fragment>,
    ]);
  }
  block.push([
    'Reading time',
    <Fragment key="time">
      {`${entry.readingMinutes} min`}
      <span className={styles.onPhones}> read</span>
    </Fragment>,
  ]);
  return block;
}

/** Returns whether the page begins with the drawing that would be its cover. */
const hasDrawingAtTop = ({ fields }: EntryDetail<DetailType>) => 'schematic' in fields || 'sheets' in fields;

/** Renders the top of the page: breadcrumbs, title, summary, title block and cover. */
export function EntryHead({ entry }: { entry: EntryDetail<DetailType> }) {
  const query = usePreviewQuery(entry);
  const shown = shownFields[entry.type];
  const { lists, menus } = use(SiteSettingsContext);
  const hasHeadCover = !hasDrawingAtTop(entry) && hasCover(lists, entry);
  return (
    <header className={styles.head} data-part="page-header">
      <div className={styles.text}>
        <Breadcrumbs trail={getEntryBreadcrumbs(lists, entry)} />
        <h1 tabIndex={-1} dir="auto" className={styles.title}>
          {entry.title}
        </h1>
        <p dir="auto" className={styles.summary}>
          {entry.summary}
        </p>
      </div>
      {hasHeadCover && (
        <div className={styles.cover} data-part="cover">
          <HeadCover entry={entry} query={query} />
        </div>
      )}
      <div className={hasHeadCover ? styles.block : styles.corner}>
        <TitleBlock
          rows={shown ? getSalesRows(entry.fields, shown, menus.action !== null) : getArticleRows(entry, lists)}
          hasSharedBorder
          isListOnWideScreens={!hasHeadCover}
          isInlineOnPhones={!shown}
        />
      </div>
    </header>
  );
}

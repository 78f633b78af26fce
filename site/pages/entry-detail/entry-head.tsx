import { Fragment } from 'react';
import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { getEntryType } from '../../../contract/entry-types.ts';
import { plateMarks } from '../../drawings/in-page.ts';
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx';
import { DateText } from '../../parts/date.tsx';
import { Drawing } from '../../parts/drawing.tsx';
import { Link } from '../../parts/link.tsx';
import { TitleBlock, type TitleBlockRow } from '../../parts/title-block.tsx';
import type { DetailType } from './entry-data.ts';
import styles from './entry-head.module.css';
import { trailOf } from './structured-data.ts';
import { usePreviewQuery } from './use-preview-query.ts';

/** What a drawing's title block says: kind, dates, hand. */
function blockOf(entry: EntryDetail<DetailType>): TitleBlockRow[] {
  const { label, categoryPath, feed } = getEntryType(entry.type);
  const block: TitleBlockRow[] = [];
  if (categoryPath && entry.category) {
    block.push([
      label,
      <Link key="kind" to={categoryPath + entry.category.slug}>
        {entry.category.name}
      </Link>,
    ]);
  } else {
    block.push(['Kind', label]);
  }
  block.push(['Published', <DateText key="published" iso={entry.publishedAt} />]);
  if (entry.updatedAt) block.push(['Updated', <DateText key="updated" iso={entry.updatedAt} />]);
  if (entry.author) {
    const { name, slug, role } = entry.author;
    block.push([
      'By',
      <Fragment key="by">
        <Link to={`/about-us#${slug}`}>{name}</Link> · {role}
      </Fragment>,
    ]);
  }
  if (feed) block.push(['Reading time', `${entry.readingMinutes} min`]);
  return block;
}

/** The head every entry has: the way here, title, summary, its plate and its title block. */
export function EntryHead({ entry }: { entry: EntryDetail<DetailType> }) {
  const query = usePreviewQuery(entry);
  return (
    <header className={styles.head}>
      <div className={styles.text}>
        <Breadcrumbs trail={trailOf(entry)} />
        <h1 tabIndex={-1} className={styles.title}>
          {entry.title}
        </h1>
        <p className={styles.summary}>{entry.summary}</p>
      </div>
      <div className={styles.plate}>
        <Drawing
          src={`/drawings/plate/${entry.type}/${entry.slug}.svg${query}`}
          marks={import.meta.env.SSR ? plateMarks(entry.type, entry.slug) : null}
          viewBox="0 0 800 420"
        />
      </div>
      <div className={styles.block}>
        <TitleBlock rows={blockOf(entry)} flush />
      </div>
    </header>
  );
}

import type { DataSheet } from '../../../contract/content/entry-fields.ts';
import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { formatNumber } from '../../../contract/content/number-text.ts';
import { type DrawingHeights, ResponsiveDrawing } from '../../parts/drawing.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { SourceNote } from '../../parts/source-note.tsx';
import { usePreviewQuery } from '../../parts/use-preview-query.ts';
import styles from './chart-figure.module.css';
import { ZoomBox } from './zoom-box.tsx';

function FigureTable({ sheet }: { sheet: DataSheet }) {
  const [first, ...series] = sheet.columns;
  return (
    <ScrollBox label={`Figures of ${sheet.title}`} className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {sheet.title}, in {sheet.unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {series.map((name) => (
              <th scope="col" key={name} className={styles.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map(([label, ...values]) => (
            <tr key={String(label)}>
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={series[index]} className={styles.number}>
                  {typeof value === 'number' ? formatNumber(value) : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface ChartFigureProps {
  /** The entry that has the chart, which may be a page. */
  entry: Pick<EntryDetail, 'type' | 'slug' | 'preview'>;
  sheet: DataSheet;
  /** Zero-based index of the chart in the entry. */
  index: number;
  heights: DrawingHeights;
}

/** Renders a chart with its note, its source, its files and a table of its figures. */
export function ChartFigure({ entry, sheet, index, heights }: ChartFigureProps) {
  const query = usePreviewQuery(entry);
  const address = `/drawings/chart/${entry.type}/${entry.slug}/${index}`;
  const [svg, png] = [`${address}.svg${query}`, `${address}.png${query}`];
  const name = `${entry.slug}-${index + 1}`;
  const enlarge = `enlarge-${index}`;
  // A page has several charts, so each link names its chart for screen readers.
  const ofChart = <span className="visually-hidden"> of {sheet.title}</span>;
  return (
    <div className={styles.chart}>
      <figure className={styles.figure}>
        {/* The zoom without JavaScript: the checkbox makes the drawing wider than its box, which scrolls. */}
        <input type="checkbox" id={enlarge} className={styles.enlargeInput} />
        <ZoomBox id={`zoom-${index}`} title={sheet.title} heights={heights}>
          <ResponsiveDrawing
            address={address}
            query={query}
            draw={(inline, isNarrow) => inline.chart(sheet, isNarrow)}
            heights={heights}
            label={`${sheet.title}, in ${sheet.unit}. ${sheet.note ?? 'The table below shows the data.'}`}
          />
        </ZoomBox>
        <figcaption className={styles.caption}>
          {sheet.note && (
            <p dir="auto" className={styles.note}>
              {sheet.note}
            </p>
          )}
          <SourceNote source={sheet.source} />
          <ul className={styles.files}>
            <li className={styles.enlargeItem}>
              <label htmlFor={enlarge} className={styles.enlargeLabel}>
                Enlarge
              </label>
            </li>
            <li>
              <a href={svg}>Open the drawing{ofChart}</a>
            </li>
            <li>
              <a href={svg} download={`${name}.svg`}>
                SVG <span className={styles.size}>any size</span>
                {ofChart}
              </a>
            </li>
            <li>
              <a href={png} download={`${name}.png`}>
                PNG{' '}
                <span className={styles.size}>
                  {formatNumber(1600)} × {formatNumber(Math.round(heights.wide * 2))}
                </span>
                {ofChart}
              </a>
            </li>
          </ul>
        </figcaption>
      </figure>
      <details className={styles.figures}>
        <summary className={styles.summary}>Show the data as a table</summary>
        <FigureTable sheet={sheet} />
      </details>
    </div>
  );
}

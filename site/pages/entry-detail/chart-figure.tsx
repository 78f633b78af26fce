import type { DataSheet } from '../../../contract/entry-fields.ts';
import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { chartMarks } from '../../drawings/in-page.ts';
import { Drawing } from '../../parts/drawing.tsx';
import { formatNumber } from '../../parts/number.ts';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import styles from './chart-figure.module.css';
import { Source } from './source.tsx';
import { usePreviewQuery } from './use-preview-query.ts';
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
  entry: EntryDetail<'INFOGRAPHIC'>;
  sheet: DataSheet;
  /** Position among the entry's sheets, from 0. */
  index: number;
  /** Of the drawing, which is 800 wide. */
  height: number;
}

/** A chart with what to see in it, where it comes from, its figures as a table, and the files. */
export function ChartFigure({ entry, sheet, index, height }: ChartFigureProps) {
  const query = usePreviewQuery(entry);
  const address = `/drawings/chart/${entry.type}/${entry.slug}/${index}`;
  const [svg, png] = [`${address}.svg${query}`, `${address}.png${query}`];
  const name = `${entry.slug}-${index + 1}`;
  const enlarge = `enlarge-${index}`;
  const viewBox = `0 0 800 ${height}`;
  return (
    <figure className={styles.figure}>
      {/* Where no script zooms: it makes the drawing wider, in a box that scrolls. */}
      <input type="checkbox" id={enlarge} className={styles.enlarge} />
      <ZoomBox id={`zoom-${index}`} title={sheet.title} viewBox={viewBox}>
        <Drawing
          src={svg}
          marks={import.meta.env.SSR ? chartMarks(sheet) : null}
          viewBox={viewBox}
          label={`${sheet.title}, in ${sheet.unit}. The table below holds the figures.`}
        />
      </ZoomBox>
      <figcaption className={styles.caption}>
        {sheet.note && <p className={styles.note}>{sheet.note}</p>}
        <Source source={sheet.source} />
        <ul className={styles.files}>
          <li className={styles.still}>
            <label htmlFor={enlarge} className={styles.zoom}>
              Enlarge
            </label>
          </li>
          <li>
            <a href={svg}>Open the drawing</a>
          </li>
          <li>
            <a href={svg} download={`${name}.svg`}>
              SVG <span className={styles.size}>any size</span>
            </a>
          </li>
          <li>
            <a href={png} download={`${name}.png`}>
              PNG{' '}
              <span className={styles.size}>
                {formatNumber(1600)} × {formatNumber(Math.round(height * 2))}
              </span>
            </a>
          </li>
        </ul>
      </figcaption>
      <details className={styles.figures}>
        <summary className={styles.summary}>The figures as a table</summary>
        <FigureTable sheet={sheet} />
      </details>
    </figure>
  );
}

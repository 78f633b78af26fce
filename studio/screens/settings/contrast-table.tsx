import {
  type ColourName,
  type ColourScheme,
  contrastPairs,
  getContrast,
  type Palette,
} from '../../../contract/look/colours.ts';
import { StateDot } from '../../parts/state-dot.tsx';
import styles from './contrast-table.module.css';

const nameColour = (name: ColourName) => name.replaceAll('-', ' ');

/** Shows the contrast of each pair of colours in a scheme, those that are too low first. */
export function ContrastTable({ scheme, palette }: { scheme: ColourScheme; palette: Palette }) {
  const colours = palette[scheme];
  const pairs = contrastPairs
    .map((pair) => ({ ...pair, ratio: getContrast(colours[pair.foreground], colours[pair.background]) }))
    .sort((one, other) => one.ratio / one.minimum - other.ratio / other.minimum);
  const low = pairs.filter(({ ratio, minimum }) => ratio < minimum).length;
  return (
    <details className={styles.contrast} open={low > 0}>
      <summary className={styles.summary}>
        <span role="status">
          <StateDot tone={low > 0 ? 'alert' : 'live'}>
            {low > 0
              ? `Contrast in ${scheme}: ${low} of ${pairs.length} too low`
              : `Contrast in ${scheme}: all ${pairs.length} pass`}
          </StateDot>
        </span>
      </summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Colours</th>
            <th scope="col">Contrast</th>
            <th scope="col">Needs</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ foreground, background, minimum, ratio }) => (
            <tr key={`${foreground} ${background}`} data-low={ratio < minimum || undefined}>
              <th scope="row">
                <svg viewBox="0 0 28 18" width="28" height="18" aria-hidden="true">
                  <rect width="28" height="18" fill={colours[background]} />
                  <text x="14" y="13" textAnchor="middle" fontSize="12" fill={colours[foreground]}>
                    Aa
                  </text>
                </svg>
                {nameColour(foreground)} on {nameColour(background)}
              </th>
              {/* Rounded down, so that no ratio that is too low is shown as the one that it needs. */}
              <td>
                {(Math.floor(ratio * 100) / 100).toFixed(2)}:1 {ratio < minimum ? 'fails' : 'passes'}
              </td>
              <td>{minimum}:1</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

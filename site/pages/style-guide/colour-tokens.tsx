import {
  type ColourScheme,
  contrastPairs,
  getContrast,
  colourSchemes as schemes,
} from '../../../contract/look/colours.ts';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import styles from './colour-tokens.module.css';
import { type DesignToken, getColour } from './design-tokens.ts';

function Swatches({ tokens, scheme }: { tokens: readonly DesignToken[]; scheme: ColourScheme }) {
  return (
    <div className={`${styles.panel} ${styles[scheme]}`}>
      <h3 className={styles.title}>{scheme === 'light' ? 'Light' : 'Dark'}</h3>
      <ul className={styles.swatches}>
        {tokens.map(({ name, reason }) => (
          <li key={name} className={styles.swatch}>
            <span className={styles.colour} style={{ background: `var(${name})` }} />
            <span>
              <code>{name}</code> <code className={styles.value}>{getColour(tokens, name, scheme)}</code>
              <span className={styles.reason}>{reason}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders every colour in both colour schemes, and the contrast of every pair of colours that the site uses. */
export function ColourTokens({ tokens }: { tokens: readonly DesignToken[] }) {
  const colours = tokens.filter(({ value }) => value.startsWith('light-dark('));
  return (
    <>
      <div className={styles.panels}>
        {schemes.map((scheme) => (
          <Swatches key={scheme} tokens={colours} scheme={scheme} />
        ))}
      </div>
      <ScrollBox label="Contrast of every pair">
        <table className={styles.pairs}>
          <caption className={styles.caption}>Contrast of every pair, and what it has to reach</caption>
          <thead>
            <tr>
              <th scope="col">Front on back</th>
              <th scope="col">Least</th>
              {schemes.map((scheme) => (
                <th scope="col" key={scheme}>
                  {scheme === 'light' ? 'Light' : 'Dark'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {contrastPairs.map(({ foreground, background, minimum }) => (
              <tr key={`${foreground} ${background}`}>
                <th scope="row">
                  <code>{foreground}</code> on <code>{background}</code>
                </th>
                <td>{minimum}</td>
                {schemes.map((scheme) => {
                  const ratio = getContrast(
                    getColour(colours, `--${foreground}`, scheme),
                    getColour(colours, `--${background}`, scheme),
                  );
                  return (
                    <td key={scheme}>
                      <span
                        className={`${styles.contrastSample} ${styles[scheme]}`}
                        data-large={minimum < 4.5 || undefined}
                        style={{ color: `var(--${foreground})`, background: `var(--${background})` }}
                      >
                        {ratio.toFixed(1)} {ratio < minimum && 'too low'}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

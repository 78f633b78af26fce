import { ScrollBox } from '../../parts/scroll-box.tsx';
import styles from './colours.module.css';
import { colourOf, contrast, pairs, type Scheme, type Token } from './tokens.ts';

const schemes = ['light', 'dark'] as const satisfies Scheme[];

function Swatches({ tokens, scheme }: { tokens: readonly Token[]; scheme: Scheme }) {
  return (
    <div className={`${styles.panel} ${styles[scheme]}`}>
      <h3 className={styles.title}>{scheme === 'light' ? 'Light' : 'Dark'}</h3>
      <ul className={styles.swatches}>
        {tokens.map(({ name, reason }) => (
          <li key={name} className={styles.swatch}>
            <span className={styles.colour} style={{ background: `var(${name})` }} />
            <span>
              <code>{name}</code> <code className={styles.value}>{colourOf(tokens, name, scheme)}</code>
              <span className={styles.reason}>{reason}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Every colour in both themes, then every pair that stands somewhere, with its contrast. */
export function Colours({ tokens }: { tokens: readonly Token[] }) {
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
            {pairs.map(({ front, back, least }) => (
              <tr key={`${front} ${back}`}>
                <th scope="row">
                  <code>{front}</code> on <code>{back}</code>
                </th>
                <td>{least}</td>
                {schemes.map((scheme) => {
                  const ratio = contrast(colourOf(colours, front, scheme), colourOf(colours, back, scheme));
                  return (
                    <td key={scheme}>
                      <span
                        className={`${styles.sample} ${styles[scheme]}`}
                        style={{ color: `var(${front})`, background: `var(${back})` }}
                      >
                        {ratio.toFixed(1)} {ratio < least && 'too low'}
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

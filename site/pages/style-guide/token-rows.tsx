import type { CSSProperties, ReactNode } from 'react';
import type { DesignToken } from './design-tokens.ts';
import styles from './token-rows.module.css';

/** Tokens that belong together, with an example of each. */
interface TokenGroup {
  title: string;
  /** Matches the names of the tokens. */
  pattern: RegExp;
  show(name: string): ReactNode;
}

function renderBar(style: CSSProperties): ReactNode {
  return <span className={styles.bar} style={style} />;
}

export const tokenGroups: readonly TokenGroup[] = [
  {
    title: 'Type',
    pattern: /^--(?:font|text)-/,
    show: (name) =>
      name.startsWith('--font-') ? (
        <span style={{ fontFamily: `var(${name})`, fontSize: 'var(--text-4)' }}>Holds at 204 km a millisecond</span>
      ) : (
        <span className={name === '--text-1' ? styles.caption : styles.step} style={{ fontSize: `var(${name})` }}>
          Drawn to scale
        </span>
      ),
  },
  { title: 'Space', pattern: /^--space-/, show: (name) => renderBar({ inlineSize: `var(${name})` }) },
  {
    title: 'Lines',
    pattern: /^--line|^--radius$/,
    show: (name) =>
      name === '--radius' ? (
        <span className={styles.corner} />
      ) : (
        <span className={styles.line} style={{ borderColor: `var(${name})` }} />
      ),
  },
  {
    title: 'Measures',
    pattern: /^--(?:page|gutter|inset|margin|column|measure|header|target)/,
    show: (name) => {
      if (name === '--columns') return <span className={styles.columns} />;
      return name === '--column-count' ? null : renderBar({ inlineSize: `min(100%, var(${name}))` });
    },
  },
  {
    title: 'Motion',
    pattern: /^--(?:quick|calm|ease)$/,
    // The examples run on hover and focus.
    show: (name) => (
      <button type="button" className={styles.runButton}>
        <span
          className={styles.runner}
          style={name === '--ease' ? undefined : { transition: `translate var(${name}) var(--ease)` }}
        />
        <span className="visually-hidden">Run {name}</span>
      </button>
    ),
  },
];

/** Renders one row for each token of a group: example, name, value and reason. */
export function TokenRows({ tokens, pattern, show }: TokenGroup & { tokens: readonly DesignToken[] }) {
  return (
    <ul>
      {tokens
        .filter(({ name }) => pattern.test(name))
        .map(({ name, value, reason }) => (
          <li key={name} className={styles.row}>
            <div className={styles.example}>{show(name)}</div>
            <p className={styles.description}>
              <code>{name}</code> <code className={styles.value}>{value}</code>
              <span className={styles.reason}>{reason}</span>
            </p>
          </li>
        ))}
    </ul>
  );
}

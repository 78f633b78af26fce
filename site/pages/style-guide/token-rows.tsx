import type { CSSProperties, ReactNode } from 'react';
import type { DesignToken } from './design-tokens.ts';
import styles from './token-rows.module.css';

interface TokensProps {
  tokens: readonly DesignToken[];
}

interface TokenRowsProps extends TokensProps {
  /** Matches the names of the tokens to show. */
  pattern: RegExp;
  /** Renders the example of a token. */
  show(token: DesignToken): ReactNode;
}

/** Renders one row for each token: example, name, value and reason. */
function TokenRows({ tokens, pattern, show }: TokenRowsProps) {
  return (
    <ul>
      {tokens
        .filter(({ name }) => pattern.test(name))
        .map((token) => (
          <li key={token.name} className={styles.row}>
            <div className={styles.example}>{show(token)}</div>
            <p className={styles.description}>
              <code>{token.name}</code> <code className={styles.value}>{token.value}</code>
              <span className={styles.reason}>{token.reason}</span>
            </p>
          </li>
        ))}
    </ul>
  );
}

function renderBar(style: CSSProperties): ReactNode {
  return <span className={styles.bar} style={style} />;
}

/** Renders the tokens of fonts and font sizes. */
export function TypeTokens({ tokens }: TokensProps) {
  return (
    <TokenRows
      tokens={tokens}
      pattern={/^--(?:font|text)-/}
      show={({ name }) =>
        name.startsWith('--font-') ? (
          <span style={{ fontFamily: `var(${name})`, fontSize: 'var(--text-4)' }}>Holds at 204 km a millisecond</span>
        ) : (
          <span className={name === '--text-1' ? styles.caption : styles.step} style={{ fontSize: `var(${name})` }}>
            Drawn to scale
          </span>
        )
      }
    />
  );
}

/** Renders the tokens of spaces. */
export function SpaceTokens({ tokens }: TokensProps) {
  return (
    <TokenRows tokens={tokens} pattern={/^--space-/} show={({ name }) => renderBar({ inlineSize: `var(${name})` })} />
  );
}

/** Renders the tokens of lines and corners. */
export function LineTokens({ tokens }: TokensProps) {
  return (
    <TokenRows
      tokens={tokens}
      pattern={/^--line|^--radius$/}
      show={({ name }) =>
        name === '--radius' ? (
          <span className={styles.corner} />
        ) : (
          <span className={styles.line} style={{ borderColor: `var(${name})` }} />
        )
      }
    />
  );
}

/** Renders the tokens of the page frame, the column grid and target sizes. */
export function SizeTokens({ tokens }: TokensProps) {
  return (
    <TokenRows
      tokens={tokens}
      pattern={/^--(?:page|gutter|inset|margin|column|measure|header|target)/}
      show={({ name }) => {
        if (name === '--columns') return <span className={styles.columns} />;
        return name === '--column-count' ? null : renderBar({ inlineSize: `min(100%, var(${name}))` });
      }}
    />
  );
}

/** Renders the tokens of durations and easing. Their examples run on hover and focus. */
export function MotionTokens({ tokens }: TokensProps) {
  return (
    <TokenRows
      tokens={tokens}
      pattern={/^--(?:quick|calm|ease)$/}
      show={({ name }) => (
        <button type="button" className={styles.runButton}>
          <span
            className={styles.runner}
            style={name === '--ease' ? undefined : { transition: `translate var(${name}) var(--ease)` }}
          />
          <span className="visually-hidden">Run {name}</span>
        </button>
      )}
    />
  );
}

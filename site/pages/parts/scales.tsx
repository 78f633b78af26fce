import type { CSSProperties, ReactNode } from 'react';
import styles from './scales.module.css';
import type { Token } from './tokens.ts';

interface ScaleProps {
  tokens: readonly Token[];
}

interface RowsProps extends ScaleProps {
  /** Which tokens belong here. */
  pattern: RegExp;
  /** What shows a token at its size. */
  show(token: Token): ReactNode;
}

/** A token a row: what it looks like, its name and value, its reason. */
function Rows({ tokens, pattern, show }: RowsProps) {
  return (
    <ul>
      {tokens
        .filter(({ name }) => pattern.test(name))
        .map((token) => (
          <li key={token.name} className={styles.row}>
            <div className={styles.shown}>{show(token)}</div>
            <p className={styles.what}>
              <code>{token.name}</code> <code className={styles.value}>{token.value}</code>
              <span className={styles.reason}>{token.reason}</span>
            </p>
          </li>
        ))}
    </ul>
  );
}

function bar(style: CSSProperties): ReactNode {
  return <span className={styles.bar} style={style} />;
}

/** The two hands and the six steps. */
export function Type({ tokens }: ScaleProps) {
  return (
    <Rows
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

export function Space({ tokens }: ScaleProps) {
  return <Rows tokens={tokens} pattern={/^--space-/} show={({ name }) => bar({ inlineSize: `var(${name})` })} />;
}

export function Lines({ tokens }: ScaleProps) {
  return (
    <Rows
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

export function Measures({ tokens }: ScaleProps) {
  return (
    <Rows
      tokens={tokens}
      pattern={/^--(?:page|gutter|inset|margin|column|measure|header|target)/}
      show={({ name }) => {
        if (name === '--columns') return <span className={styles.columns} />;
        return name === '--column-count' ? null : bar({ inlineSize: `min(100%, var(${name}))` });
      }}
    />
  );
}

/** Each runs while the pointer is over its row, or its button has the focus. */
export function Motion({ tokens }: ScaleProps) {
  return (
    <Rows
      tokens={tokens}
      pattern={/^--(?:quick|calm|ease)$/}
      show={({ name }) => (
        <button type="button" className={styles.run}>
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

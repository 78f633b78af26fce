import type { ChangePart, FieldChange } from './list-changes.ts';
import styles from './screen.module.css';

function Part({ part }: { part: ChangePart }) {
  if (part.kind === 'omitted')
    return <span className={styles.omitted}>{`… ${part.lines} lines without a change …\n`}</span>;
  if (part.kind === 'same') return part.text;
  return part.kind === 'added' ? <ins>{part.text}</ins> : <del>{part.text}</del>;
}

/** Shows the fields that differ, as their texts are written. */
export function SourceDifference({ changes }: { changes: FieldChange[] }) {
  return changes.map(({ label, parts }) => (
    <figure key={label} className={styles.field}>
      <figcaption>{label}</figcaption>
      <pre className={styles.difference}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
          <Part key={index} part={part} />
        ))}
      </pre>
    </figure>
  ));
}

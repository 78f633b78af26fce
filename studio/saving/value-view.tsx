import { toLabel } from '../fields/schema.ts';
import styles from './conflict-view.module.css';

/** Renders a value of a field as people read it: texts, numbers, groups, and lists of them. */
export function ValueView({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <em>Nothing</em>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object')
    return (
      <span dir="auto" className={styles.text}>
        {String(value)}
      </span>
    );
  if (Array.isArray(value))
    return (
      <ol className={styles.list}>
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
          <li key={index}>
            <ValueView value={item} />
          </li>
        ))}
      </ol>
    );
  return (
    <dl className={styles.group}>
      {Object.entries(value).map(([name, part]) => (
        <div key={name}>
          <dt>{toLabel(name)}</dt>
          <dd>
            <ValueView value={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

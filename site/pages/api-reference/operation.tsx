import { ScrollBox } from '../../parts/scroll-box.tsx';
import { Code } from './code.tsx';
import styles from './operation.module.css';
import type { ReferenceOperation, ReferenceParameter } from './read-document.ts';

function Parameters({ id, parameters }: { id: string; parameters: ReferenceParameter[] }) {
  if (parameters.length === 0) return <p className={styles.none}>Takes no parameters.</p>;
  return (
    <ScrollBox label={`Parameters of ${id}`}>
      <table className={styles.parameters}>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">In</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, place, isRequired, type, constraints, description }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {isRequired && <span className={styles.required}>required</span>}
              </th>
              <td>{place}</td>
              <td>
                <code>{type}</code>
              </td>
              <td>
                {description}
                {constraints.length > 0 && <span className={styles.constraints}>{constraints.join(', ')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** One operation: address, what it takes, an example, the shape of what it answers. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, isAddition, parameters, answers, curl } = operation;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.operation}>
      <h3 id={`${id}-title`} className={styles.title}>
        <span className={styles.method}>{method}</span> <code className={styles.path}>{path}</code>
      </h3>
      <p className={styles.summary}>
        {summary}
        {isAddition && <span className={styles.addition}>addition</span>}
      </p>
      <Parameters id={id} parameters={parameters} />
      <Code label={`Example of ${id}`} text={curl} />
      {answers.map(({ status, description, shape }) => (
        <details key={status} className={styles.answer}>
          <summary className={styles.status}>
            {status} {description}
          </summary>
          {shape && <Code label={`Answer of ${id}`} text={shape} />}
        </details>
      ))}
    </section>
  );
}

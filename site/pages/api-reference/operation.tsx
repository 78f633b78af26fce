import { ScrollBox } from '../../parts/scroll-box.tsx';
import { Code } from './code.tsx';
import { curlOf } from './curl.ts';
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
                {constraints && <span className={styles.constraints}>{constraints}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** One operation on a line; opened, what it takes, an example for the API at `origin`, and the shape of what it answers. */
export function Operation({ operation, origin }: { operation: ReferenceOperation; origin: string }) {
  const { id, method, path, summary, isAddition, parameters, answers } = operation;
  return (
    <details id={id} className={styles.operation}>
      <summary className={styles.line}>
        <h3 className={styles.title}>
          <span className={styles.method}>{method}</span> <code className={styles.path}>{path}</code>
        </h3>
        <span className={styles.summary}>
          {summary}
          {isAddition && <span className={styles.addition}>addition</span>}
        </span>
      </summary>
      <div className={styles.body}>
        <Parameters id={id} parameters={parameters} />
        <Code label={`Example of ${id}`} text={curlOf(operation, origin)} />
        {answers.map(({ status, shape }) => (
          <div key={status} className={styles.answer}>
            <p className={styles.status}>{`Answers ${status}`}</p>
            {shape && <Code label={`Answer of ${id}`} text={shape} />}
          </div>
        ))}
      </div>
    </details>
  );
}

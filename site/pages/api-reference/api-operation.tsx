import { BreakablePath } from '../../parts/breakable-path.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import styles from './api-operation.module.css';
import { CodeBlock } from './code-block.tsx';
import type { ReferenceOperation, ReferenceParameter } from './create-api-reference.ts';
import { formatCurlCommand } from './format-curl-command.ts';

function Parameters({ id, parameters }: { id: string; parameters: ReferenceParameter[] }) {
  if (parameters.length === 0) return <p className={styles.noParameters}>Takes no parameters.</p>;
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
          {parameters.map(({ name, location, isRequired, type, constraints, description }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {isRequired && <span className={styles.required}>required</span>}
              </th>
              <td>{location}</td>
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

/** Renders an operation as a disclosure with its parameters, an example for the API at `origin`, and its responses. */
export function ApiOperation({ operation, origin }: { operation: ReferenceOperation; origin: string }) {
  const { id, method, path, summary, parameters, responses } = operation;
  return (
    <details id={id} className={styles.operation}>
      <summary className={styles.summaryLine}>
        <h3 className={styles.title}>
          <span className={styles.method}>{method}</span>{' '}
          <code className={styles.path}>
            <BreakablePath path={path} />
          </code>
        </h3>
        <span className={styles.summary}>{summary}</span>
      </summary>
      <div className={styles.body}>
        <Parameters id={id} parameters={parameters} />
        <CodeBlock label={`Example of ${id}`} text={formatCurlCommand(operation, origin)} />
        {responses.map(({ status, shape }) => (
          <div key={status} className={styles.response}>
            <p className={styles.status}>{`Response ${status}`}</p>
            {shape && <CodeBlock label={`Response of ${id}`} text={shape} />}
          </div>
        ))}
      </div>
    </details>
  );
}

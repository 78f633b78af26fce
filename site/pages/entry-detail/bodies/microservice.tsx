import type { EntryFields } from '../../../../contract/content/entry-fields.ts';
import { BreakablePath } from '../../../parts/breakable-path.tsx';
import { unknownHeights } from '../../../parts/drawing.tsx';
import { Prose } from '../../../parts/prose.tsx';
import { ScrollBox } from '../../../parts/scroll-box.tsx';
import type { BodyProps, BodySection } from '../entry-data.ts';
import { LinkedEntries } from '../linked-entries.tsx';
import { renderSchematicSection } from '../schematic-figure.tsx';
import styles from './microservice.module.css';

function Limits({ limits }: Pick<EntryFields['MICROSERVICE'], 'limits'>) {
  return (
    <div>
      <h3 className={styles.limitsTitle}>Limits</h3>
      <dl className={styles.limits}>
        {limits.map(({ name, value }) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Renders a microservice: its schematic with its limits, endpoints, text and dependencies. */
export function renderMicroserviceBody({ entry, linked, heights }: BodyProps<'MICROSERVICE'>): BodySection[] {
  const { endpoints, limits } = entry.fields;
  const sections: BodySection[] = [
    renderSchematicSection({
      entry,
      heights: heights[0] ?? unknownHeights,
      children: limits.length > 0 && <Limits limits={limits} />,
    }),
  ];
  if (endpoints.length > 0) {
    const content = (
      <ScrollBox label="Endpoints">
        <table className={styles.endpoints}>
          <caption className="visually-hidden">Endpoints of {entry.title}</caption>
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Path</th>
              <th scope="col">Purpose</th>
            </tr>
          </thead>
          <tbody>
            {endpoints.map(({ method, path, purpose }) => (
              <tr key={`${method} ${path}`}>
                <td>
                  <code className={styles.method}>{method}</code>
                </td>
                <td>
                  <code>
                    <BreakablePath path={path} />
                  </code>
                </td>
                <td dir="auto">{purpose}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    );
    sections.push({ id: 'interface', title: 'Interface', content });
  }
  sections.push({ id: 'detail', title: 'How it works', content: <Prose html={entry.html} /> });
  if (linked.length > 0) {
    const content = <LinkedEntries title="Needs these to run" entries={linked} />;
    sections.push({ id: 'depends-on', title: 'Depends on', content });
  }
  return sections;
}

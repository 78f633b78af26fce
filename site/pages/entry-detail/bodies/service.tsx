import { unknownHeights } from '../../../parts/drawing.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Prose } from '../../../parts/prose.tsx';
import type { BodyProps, BodySection } from '../entry-data.ts';
import { LinkedEntries } from '../linked-entries.tsx';
import { renderSchematicSection } from '../schematic-figure.tsx';
import styles from './service.module.css';

/** Renders a service: its schematic and figures, deliverables, steps, text, and linked entries. */
export function renderServiceBody({ entry, linked, heights }: BodyProps<'SERVICE'>): BodySection[] {
  const { deliverables, steps, figures } = entry.fields;
  const sections: BodySection[] = [
    renderSchematicSection({ entry, heights: heights[0] ?? unknownHeights, children: <Facts facts={figures} /> }),
    {
      id: 'deliverables',
      title: 'What you get',
      content: (
        <ul className={styles.deliverables}>
          {deliverables.map((deliverable) => (
            <li key={deliverable} dir="auto">
              {deliverable}
            </li>
          ))}
        </ul>
      ),
    },
  ];
  if (steps.length > 0) {
    const content = (
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3 dir="auto">{step.title}</h3>
            <p dir="auto">{step.text}</p>
          </li>
        ))}
      </ol>
    );
    sections.push({ id: 'steps', title: 'How the work goes', content });
  }
  sections.push({ id: 'detail', title: 'In detail', content: <Prose html={entry.html} /> });
  if (linked.length > 0) {
    const content = (
      <>
        <LinkedEntries entries={linked.filter(({ type }) => type === 'MICROSERVICE')} />
        <LinkedEntries title="Plans it comes with" entries={linked.filter(({ type }) => type === 'PLAN')} />
      </>
    );
    sections.push({ id: 'parts', title: 'Built with', content });
  }
  return sections;
}

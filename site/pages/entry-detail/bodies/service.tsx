import { Facts } from '../../../parts/facts.tsx';
import { Faqs } from '../../../parts/faqs.tsx';
import { Prose } from '../../../parts/prose.tsx';
import type { BodyProps, BodySheet } from '../entry-data.ts';
import { LinkedEntries } from '../linked-entries.tsx';
import { SchematicFigure } from '../schematic-figure.tsx';
import { Tagline } from '../tagline.tsx';
import styles from './service.module.css';

/** A service: the drawing first, then what is delivered, how the work goes and what it is measured by. */
export function serviceBody({ entry, linked, heights }: BodyProps<'SERVICE'>): BodySheet[] {
  const { tagline, deliverables, steps, figures, faqs } = entry.fields;
  const sheets: BodySheet[] = [
    {
      id: 'schematic',
      title: 'The drawing',
      content: (
        <SchematicFigure entry={entry} height={heights[0] ?? 900}>
          <Tagline>{tagline}</Tagline>
          <Facts facts={figures} />
        </SchematicFigure>
      ),
    },
    {
      id: 'deliverables',
      title: 'What you get',
      content: (
        <ul className={styles.deliverables}>
          {deliverables.map((deliverable) => (
            <li key={deliverable}>{deliverable}</li>
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
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    );
    sheets.push({ id: 'steps', title: 'How the work goes', content });
  }
  sheets.push({ id: 'detail', title: 'In detail', content: <Prose html={entry.html} /> });
  if (linked.length > 0) {
    const content = (
      <>
        <LinkedEntries title="Microservices" entries={linked.filter(({ type }) => type === 'MICROSERVICE')} />
        <LinkedEntries title="Plans it comes with" entries={linked.filter(({ type }) => type === 'PLAN')} />
      </>
    );
    sheets.push({ id: 'parts', title: 'Built with', content });
  }
  if (faqs.length > 0) sheets.push({ id: 'questions', title: 'Questions', content: <Faqs faqs={faqs} /> });
  return sheets;
}

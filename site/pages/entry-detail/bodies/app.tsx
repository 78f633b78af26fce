import { DateText } from '../../../parts/date.tsx';
import { Prose } from '../../../parts/prose.tsx';
import { TitleBlock, type TitleBlockRow } from '../../../parts/title-block.tsx';
import type { BodyProps, BodySection } from '../entry-data.ts';
import { Tagline } from '../tagline.tsx';
import styles from './app.module.css';

/** Renders an app: its data, its features and its text. */
export function renderAppBody({ entry }: BodyProps<'APP'>): BodySection[] {
  const { tagline, platforms, version, released, licence, features } = entry.fields;
  const glance: TitleBlockRow[] = [
    ['Version', version],
    ['Released', <DateText key="released" iso={released} />],
    ['Runs on', platforms.join(', ')],
    ['Licence', licence],
  ];
  return [
    {
      id: 'glance',
      title: 'At a glance',
      content: (
        <div className={styles.glance}>
          <Tagline>{tagline}</Tagline>
          <TitleBlock rows={glance} />
        </div>
      ),
    },
    {
      id: 'features',
      title: 'What it does',
      content: (
        <ul className={styles.features}>
          {features.map(({ title, text }) => (
            <li key={title}>
              <h3 dir="auto">{title}</h3>
              <p dir="auto">{text}</p>
            </li>
          ))}
        </ul>
      ),
    },
    { id: 'detail', title: 'In use', content: <Prose html={entry.html} /> },
  ];
}

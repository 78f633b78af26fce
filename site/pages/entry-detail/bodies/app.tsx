import { DateText } from '../../../parts/date.tsx';
import { Faqs } from '../../../parts/faqs.tsx';
import { Prose } from '../../../parts/prose.tsx';
import { TitleBlock, type TitleBlockRow } from '../../../parts/title-block.tsx';
import type { BodyProps, BodySheet } from '../entry-data.ts';
import { Tagline } from '../tagline.tsx';
import styles from './app.module.css';

/** An app: what it runs on and costs at a glance, its features, then how it is used. */
export function appBody({ entry }: BodyProps<'APP'>): BodySheet[] {
  const { tagline, platforms, version, released, licence, price, features, faqs } = entry.fields;
  const glance: TitleBlockRow[] = [
    ['Version', version],
    ['Released', <DateText key="released" iso={released} />],
    ['Runs on', platforms.join(', ')],
    ['Licence', licence],
    ['Price', price],
  ];
  const sheets: BodySheet[] = [
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
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      ),
    },
    { id: 'detail', title: 'In use', content: <Prose html={entry.html} /> },
  ];
  if (faqs.length > 0) sheets.push({ id: 'questions', title: 'Questions', content: <Faqs faqs={faqs} /> });
  return sheets;
}

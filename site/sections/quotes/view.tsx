import { RenderedPicture } from '../../parts/rendered-picture.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders the words of people, with who they are. */
function QuotesContent({ section, texts }: SectionProps<'quotes', null>) {
  return (
    <ul className={styles.quotes}>
      {section.quotes.map(({ text, name, role, company, portrait }, index) => (
        <li key={`${name} ${text}`}>
          <figure className={styles.quote}>
            <blockquote dir="auto" className={styles.words}>
              {text}
            </blockquote>
            <figcaption className={styles.person}>
              {portrait && <RenderedPicture html={texts[`quotes.${index}.portrait`]} className={styles.portrait} />}
              <span>
                <strong dir="auto">{name}</strong>
                {(role || company) && (
                  <span dir="auto" className={styles.role}>
                    {[role, company].filter(Boolean).join(', ')}
                  </span>
                )}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

export const section = createSection('quotes', { Content: QuotesContent });

import type { SectionOf } from '../../../contract/content/section-schemas.ts';
import { Link } from '../../parts/link.tsx';
import { RenderedPicture } from '../../parts/rendered-picture.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

type Mark = NonNullable<SectionOf<'features'>['features'][number]['mark']>;

/** SVG path data of each mark in a box of 48 × 48. */
const marks: Record<Mark, string> = {
  check: 'M6 24l12 12L42 12',
  clock: 'M44 24a20 20 0 1 1-40 0 20 20 0 0 1 40 0ZM24 12v12l9 6',
  drawing: 'M4 38h40M4 34v8M44 34v8M10 30V12h28v18zM10 21h28M24 12v18',
  hand: 'M14 26V11a3 3 0 0 1 6 0v11-14a3 3 0 0 1 6 0v14-11a3 3 0 0 1 6 0v14-7a3 3 0 0 1 6 0v12c0 9-6 14-13 14s-10-4-13-9l-6-10a3 3 0 0 1 5-3z',
  letter: 'M4 10h40v28H4zM4 10l20 16 20-16',
  lock: 'M8 21h32v22H8zM14 21v-7a10 10 0 0 1 20 0v7M24 29v6',
  place: 'M24 45S8 30 8 19a16 16 0 0 1 32 0c0 11-16 26-16 26ZM30 19a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z',
  telephone: 'M12 5l8 2 3 10-6 4c2 5 5 8 10 10l4-6 10 3 2 8c0 4-4 6-8 6C20 40 8 28 6 13c0-4 2-8 6-8Z',
};

/** Renders short texts side by side, each with a mark or a picture, and a link. */
function FeaturesContent({ section, texts, Heading }: SectionProps<'features', null>) {
  return (
    <ul className={styles.features}>
      {section.features.map(({ title, text, link, mark, picture }, index) => (
        <li key={title} className={styles.feature}>
          {picture && <RenderedPicture html={texts[`features.${index}.picture`]} className={styles.picture} />}
          {mark && !picture && (
            <svg viewBox="0 0 48 48" className={styles.mark} aria-hidden="true">
              <path d={marks[mark]} />
            </svg>
          )}
          <Heading dir="auto" className={styles.title}>
            {title}
          </Heading>
          <p dir="auto" className={styles.text}>
            {text}
          </p>
          {link && (
            <p dir="auto" className={styles.link}>
              <Link to={link.target}>{link.label}</Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

export const section = createSection('features', { Content: FeaturesContent });

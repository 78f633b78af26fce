import { Link } from '../../parts/link.tsx';
import { RenderedPicture } from '../../parts/rendered-picture.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders pictures of one height, each with a name that screen readers say. */
function LogosContent({ section, texts }: SectionProps<'logos', null>) {
  return (
    <ul className={styles.logos}>
      {section.logos.map(({ name, target }, index) => {
        const logo = (
          <>
            <span className={styles.name}>{name}</span>
            <span aria-hidden="true">
              <RenderedPicture html={texts[`logos.${index}.picture`]} className={styles.picture} />
            </span>
          </>
        );
        return <li key={name}>{target ? <Link to={target}>{logo}</Link> : logo}</li>;
      })}
    </ul>
  );
}

export const section = createSection('logos', { Content: LogosContent });

import { Link } from '../../parts/link.tsx';
import { RenderedPicture } from '../../parts/rendered-picture.tsx';
import { getItemHeading, SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { FeatureMark } from './feature-mark.tsx';
import styles from './view.module.css';

/** Renders short texts side by side, each with a mark or a picture, and a link. */
function FeaturesSection(props: SectionProps<'features', null>) {
  const { section, texts } = props;
  const Heading = getItemHeading(props);
  return (
    <SectionFrame {...props}>
      <ul className={styles.features}>
        {section.features.map(({ title, text, link, mark, picture }, index) => (
          <li key={title} className={styles.feature}>
            {picture && <RenderedPicture html={texts[`features.${index}.picture`]} className={styles.picture} />}
            {mark && !picture && <FeatureMark mark={mark} />}
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
    </SectionFrame>
  );
}

export const section = createSection<'features', null>('features', { View: FeaturesSection });

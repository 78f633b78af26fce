import { CaptionedPicture } from '../../parts/captioned-picture.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders several pictures with their captions. */
function GalleryContent({ section, texts }: SectionProps<'gallery', null>) {
  return (
    <div className={styles.box}>
      <ul className={styles.pictures}>
        {section.pictures.map(({ name, caption }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gallery can have a picture twice
          <li key={`${name} ${index}`}>
            <CaptionedPicture html={texts[`pictures.${index}.name`]} caption={caption} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export const section = createSection('gallery', { Content: GalleryContent });

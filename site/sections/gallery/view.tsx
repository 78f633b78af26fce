import { CaptionedPicture } from '../../parts/captioned-picture.tsx';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders several pictures with their captions. */
function GallerySection(props: SectionProps<'gallery', null>) {
  const { section, texts } = props;
  return (
    <SectionFrame {...props}>
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
    </SectionFrame>
  );
}

export const section = createSection<'gallery', null>('gallery', { View: GallerySection });

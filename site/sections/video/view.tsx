import { RenderedPicture } from '../../parts/rendered-picture.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/**
 * Renders a video that loads nothing before a click: a file of this site in a player, a video of another site as a link
 * that opens it there, because the content security policy allows no frames of other sites.
 */
function VideoContent({ section, texts, settings }: SectionProps<'video', null>) {
  const { address, poster, caption, title } = section;
  const { host, origin } = new URL(address);
  const picture = poster && <RenderedPicture html={texts.poster} className={styles.poster} />;
  return (
    <figure className={styles.figure}>
      {origin === settings.siteUrl ? (
        <>
          {picture}
          {/* biome-ignore lint/a11y/useMediaCaption: a file has its captions inside */}
          <video controls preload="none" src={address} aria-label={caption ?? title} className={styles.player} />
        </>
      ) : (
        <a href={address} rel="noreferrer" className={styles.link}>
          {picture}
          <span className={styles.play}>Watch the video on {host}</span>
        </a>
      )}
      {caption && (
        <figcaption dir="auto" className={styles.caption}>
          {caption}
        </figcaption>
      )}
    </figure>
  );
}

export const section = createSection('video', { Content: VideoContent });

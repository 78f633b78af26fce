import styles from './feed-links.module.css';

/** The site's feeds, for those who read elsewhere. */
export function FeedLinks() {
  return (
    <p className={styles.feeds}>
      Follow: <a href="/feed.xml">RSS</a> <a href="/feed.atom">Atom</a> <a href="/feed.json">JSON</a>
    </p>
  );
}

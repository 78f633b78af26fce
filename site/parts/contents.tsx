import { useEffect, useState } from 'react';
import type { TocItem } from '../../contract/entry-shapes.ts';
import styles from './contents.module.css';

interface Branch {
  item: TocItem;
  children: TocItem[];
}

/** Level 3 headings under the level 2 heading they follow. */
function branchesOf(items: TocItem[]): Branch[] {
  const branches: Branch[] = [];
  for (const item of items) {
    const last = branches.at(-1);
    if (item.depth > 2 && last) last.children.push(item);
    else branches.push({ item, children: [] });
  }
  return branches;
}

/** The id of the heading being read: the last one above a third of the window. */
function useReading(items: TocItem[]): string | null {
  const [reading, setReading] = useState<string | null>(null);
  useEffect(() => {
    const headings = items.map(({ id }) => document.getElementById(id)).filter((heading) => heading !== null);
    function update() {
      const passed = headings.findLast((heading) => heading.getBoundingClientRect().top < window.innerHeight / 3);
      setReading(passed?.id ?? null);
    }
    // Told only when a heading crosses the line, so nothing runs on every scroll; the margin above is endless, else a
    // jump past several headings would go unnoticed.
    const observer = new IntersectionObserver(update, { rootMargin: '1000000px 0px -66% 0px' });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [items]);
  return reading;
}

/** A contents list that follows reading. Plain links where no script runs. */
export function Contents({ items, title }: { items: TocItem[]; title: string }) {
  const reading = useReading(items);
  if (items.length < 2) return null;
  function link({ id, text }: TocItem) {
    return (
      <a href={`#${id}`} className={styles.link} aria-current={id === reading ? 'location' : undefined}>
        {text}
      </a>
    );
  }
  return (
    <nav className={styles.contents} aria-label={title}>
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      <ol className={styles.list}>
        {branchesOf(items).map(({ item, children }) => (
          <li key={item.id}>
            {link(item)}
            {children.length > 0 && (
              <ol className={styles.list}>
                {children.map((child) => (
                  <li key={child.id}>{link(child)}</li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

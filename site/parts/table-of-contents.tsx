import { useEffect, useState } from 'react';
import type { TocItem } from '../../contract/content/entry-shapes.ts';
import { PhoneDisclosure } from './phone-disclosure.tsx';
import styles from './table-of-contents.module.css';

interface TocGroup {
  item: TocItem;
  children: TocItem[];
}

/** Groups the headings of level 3 under the heading of level 2 that precedes them. */
function groupByParent(items: readonly TocItem[]): TocGroup[] {
  const groups: TocGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.depth > 2 && last) last.children.push(item);
    else groups.push({ item, children: [] });
  }
  return groups;
}

/** Returns the id of the current heading: the last one in the upper third of the window or above it. */
function useCurrentHeading(items: readonly TocItem[]): string | null {
  const [currentId, setCurrentId] = useState<string | null>(null);
  useEffect(() => {
    const headings = items.map(({ id }) => document.getElementById(id)).filter((heading) => heading !== null);
    function update() {
      const current = headings.findLast((heading) => heading.getBoundingClientRect().top < window.innerHeight / 3);
      setCurrentId(current?.id ?? null);
    }
    // The observer runs only when a heading crosses the upper third of the window, not on every scroll. The large root
    // margin above the window makes headings count as passed that a jump skips.
    const observer = new IntersectionObserver(update, { rootMargin: '1000000px 0px -66% 0px' });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [items]);
  return currentId;
}

/** Renders links to the headings of a text, and marks the heading that is being read. */
export function TableOfContents({ items, title }: { items: readonly TocItem[]; title: string }) {
  const currentId = useCurrentHeading(items);
  if (items.length < 2) return null;
  function link({ id, text }: TocItem) {
    return (
      <a href={`#${id}`} dir="auto" className={styles.link} aria-current={id === currentId ? 'location' : undefined}>
        {text}
      </a>
    );
  }
  return (
    <nav className={styles.contents} aria-label={title}>
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      <PhoneDisclosure summary={title}>
        <ol className={styles.list}>
          {groupByParent(items).map(({ item, children }) => (
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
      </PhoneDisclosure>
    </nav>
  );
}

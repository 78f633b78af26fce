import { useEffect, useState } from 'react';
import { isolateText } from '../../../contract/content/text-direction.ts';
import { getPresencePath, presenceEnd } from '../../../contract/studio/presence.ts';
import styles from './presence-line.module.css';

/**
 * Returns the names of the other people who have an entry open. Only a visible page is connected, because a browser
 * opens six connections to a host over HTTP/1.1 and would stop loading anything with more tabs.
 */
function useOthers(entryId: number): string[] {
  const [others, setOthers] = useState<string[]>([]);
  useEffect(() => {
    let source: EventSource | null = null;
    const close = () => {
      source?.close();
      source = null;
      setOthers([]);
    };
    const connect = () => {
      close();
      if (document.visibilityState === 'hidden') return;
      source = new EventSource(getPresencePath(entryId));
      source.onmessage = ({ data }: MessageEvent<string>) => setOthers(JSON.parse(data) as string[]);
      // The browser connects again by itself; until then nothing is known.
      source.onerror = () => setOthers([]);
      source.addEventListener(presenceEnd, close);
    };
    connect();
    document.addEventListener('visibilitychange', connect);
    return () => {
      document.removeEventListener('visibilitychange', connect);
      close();
    };
  }, [entryId]);
  return others;
}

/** Names the other people who have the entry open. Nobody is locked out: changes are merged. */
export function PresenceLine({ entryId }: { entryId: number }) {
  const others = useOthers(entryId);
  const names = new Intl.ListFormat('en-GB').format(others.map(isolateText));
  return (
    <p role="status" className={styles.line}>
      {others.length > 0 && `${names} ${others.length === 1 ? 'has' : 'have'} this entry open too.`}
    </p>
  );
}

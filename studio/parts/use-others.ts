import { useEffect, useEffectEvent, useState } from 'react';
import { type OtherPerson, type Presence, presenceEnd } from '../../contract/studio/presence.ts';

/**
 * Subscribes to server-sent events; a `path` of null means no subscription. Only a visible page is connected: over
 * HTTP/1.1 a browser opens at most six connections to a host, so with more tabs every request would wait. `onLost` runs
 * before each connection, after an error, and when the stream is closed.
 */
export function useEventStream<E>(path: string | null, onEvent: (event: E) => void, onLost?: () => void): void {
  const handleEvent = useEffectEvent(onEvent);
  const handleLoss = useEffectEvent(() => onLost?.());
  useEffect(() => {
    if (path === null) return;
    let source: EventSource | null = null;
    const close = () => {
      source?.close();
      source = null;
      handleLoss();
    };
    const connect = () => {
      close();
      if (document.visibilityState === 'hidden') return;
      source = new EventSource(path);
      source.onmessage = ({ data }: MessageEvent<string>) => handleEvent(JSON.parse(data) as E);
      // The browser connects again by itself; until then nothing is known.
      source.onerror = () => handleLoss();
      source.addEventListener(presenceEnd, close);
    };
    connect();
    document.addEventListener('visibilitychange', connect);
    return () => {
      document.removeEventListener('visibilitychange', connect);
      close();
    };
  }, [path]);
}

/**
 * Returns the other people who have the same entry or message open, by the stream at a path. `onVersion` gets the
 * version of the entry at first and after each change.
 */
export function useOthers(path: string, onVersion?: (version: string) => void): OtherPerson[] {
  const [others, setOthers] = useState<OtherPerson[]>([]);
  const tell = ({ people, version }: Presence) => {
    setOthers(people);
    if (version !== null) onVersion?.(version);
  };
  useEventStream(path, tell, () => setOthers([]));
  return others;
}

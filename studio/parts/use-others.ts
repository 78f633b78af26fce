import { useEffect, useEffectEvent, useState } from 'react';
import { type OtherPerson, type Presence, presenceEnd } from '../../contract/studio/presence.ts';

/**
 * Listens to a stream of events of the server; null for none. Only a visible page is connected, because a browser opens
 * six connections to a host over HTTP/1.1 and would stop loading anything with more tabs. `onLost` is called whenever
 * the connection ends.
 */
export function useEventStream<E>(path: string | null, onEvent: (event: E) => void, onLost?: () => void): void {
  const tell = useEffectEvent(onEvent);
  const lose = useEffectEvent(() => onLost?.());
  useEffect(() => {
    if (path === null) return;
    let source: EventSource | null = null;
    const close = () => {
      source?.close();
      source = null;
      lose();
    };
    const connect = () => {
      close();
      if (document.visibilityState === 'hidden') return;
      source = new EventSource(path);
      source.onmessage = ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as E);
      // The browser connects again by itself; until then nothing is known.
      source.onerror = () => lose();
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

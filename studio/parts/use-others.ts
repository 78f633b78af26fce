import { useEffect, useEffectEvent, useState } from 'react';
import { type OtherPerson, type Presence, presenceEnd } from '../../contract/studio/presence.ts';

/**
 * Returns the other people who have the same entry or message open, by the stream at a path. Only a visible page is
 * connected, because a browser opens six connections to a host over HTTP/1.1 and would stop loading anything with more
 * tabs. `onVersion` gets the version of the entry at first and after each change.
 */
export function useOthers(path: string, onVersion?: (version: string) => void): OtherPerson[] {
  const [others, setOthers] = useState<OtherPerson[]>([]);
  const tell = useEffectEvent(({ people, version }: Presence) => {
    setOthers(people);
    if (version !== null) onVersion?.(version);
  });
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
      source = new EventSource(path);
      source.onmessage = ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as Presence);
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
  }, [path]);
  return others;
}

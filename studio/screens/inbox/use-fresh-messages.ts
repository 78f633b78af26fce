import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useMessageNews } from '../../message-news.ts';

/** Loads the screen anew when a message was received or changed. What is being typed stays. */
export function useFreshMessages(): void {
  const version = useMessageNews()?.version;
  const { revalidate, state } = useRevalidator();
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (version === undefined || version === shown.current || state !== 'idle') return;
    const isFirst = shown.current === undefined;
    shown.current = version;
    // The first news say what the screen shows already.
    if (!isFirst) void revalidate();
  }, [version, revalidate, state]);
}

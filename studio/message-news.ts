import { useEffect, useSyncExternalStore } from 'react';
import { type MessageNews, messageEventsPath } from '../contract/studio/message-events.ts';
import { useEventStream } from './parts/use-others.ts';

// The events about messages that the server sends while the Studio is open; the whole page shares one connection.

let news: MessageNews | null = null;
const listeners = new Set<() => void>();

function tell(latest: MessageNews | null): void {
  news = latest;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the latest news of messages; null before the first ones, and without a connection. */
export function useMessageNews(): MessageNews | null {
  return useSyncExternalStore(
    subscribe,
    () => news,
    () => null,
  );
}

/**
 * Connects the page to the news of messages while it is visible. Nothing depends on the news: without them a screen
 * shows what it loaded.
 */
export function useMessageStream(isPermitted: boolean): void {
  useEventStream(isPermitted ? messageEventsPath : null, tell);
  useEffect(() => () => tell(null), []);
}

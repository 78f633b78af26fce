import { readStoredItem } from '../device/storage.ts';

/**
 * Visitors can turn a single-character shortcut off, because speech input triggers it by mistake (WCAG 2.1.4). If the
 * browser stores nothing, their choice holds until the page is left.
 */
export const slashKey = { isOffUntilReload: false };

/** Returns whether the / shortcut is on. */
export function isSlashKeyEnabled(): boolean {
  return !slashKey.isOffUntilReload && readStoredItem('searchKey') !== 'off';
}

/** Returns whether shortcuts use the Command key. On Apple devices Ctrl-K is an editing command. */
export function isAppleKeyboard(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** Returns whether a key press opens the search. The / key types a character in text fields. */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (event.defaultPrevented || event.isComposing || altKey) return false;
  if (key.toLowerCase() === 'k' && !shiftKey) return isAppleKeyboard() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (key !== '/' || ctrlKey || metaKey) return false;
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && isSlashKeyEnabled();
}

import { readStoredItem, removeStoredItem, storeItem } from '../device/storage.ts';

// Visitors can turn a single-character shortcut off, because speech input triggers it by mistake (WCAG 2.1.4).
// If the browser stores nothing, their choice holds until the page is left.
let isSlashKeyOffUntilReload = false;

/** Returns whether the / shortcut is on. */
export function isSlashKeyEnabled(): boolean {
  return !isSlashKeyOffUntilReload && readStoredItem('searchKey') !== 'off';
}

/** Turns the / shortcut on or off on this device. */
export function setSlashKeyEnabled(isOn: boolean): void {
  isSlashKeyOffUntilReload = !isOn && !storeItem('searchKey', 'off');
  if (isOn) removeStoredItem('searchKey');
}

/** Returns whether shortcuts use the Command key. On Apple devices Ctrl-K is an editing command. */
function isAppleKeyboard(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** Returns the shortcuts that open the search, in the format of `aria-keyshortcuts` (WAI-ARIA 1.2). */
export function getSearchShortcuts(): string {
  return `${isAppleKeyboard() ? 'Meta' : 'Control'}+K${isSlashKeyEnabled() ? ' /' : ''}`;
}

/** Returns the shortcut that the page shows: `Ctrl K` or `Cmd K`. */
export function getSearchShortcutLabel(): string {
  return `${isAppleKeyboard() ? 'Cmd' : 'Ctrl'} K`;
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

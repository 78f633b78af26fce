import { forgetStored, keepStored, readStored } from '../storage.ts';

// A key of one character can be struck by a hand, or by a voice that dictates, that meant something else, so that it has
// to have an off (WCAG 2.1.4). Who wants it off is remembered; where nothing can be kept, until the page is left.
let isSlashOffHere = false;

export function isSlashOn(): boolean {
  return !isSlashOffHere && readStored('searchKey') !== 'off';
}

/** Turns the / key on or off, for this device. */
export function turnSlash(isOn: boolean): void {
  isSlashOffHere = !isOn && !keepStored('searchKey', 'off');
  if (isOn) forgetStored('searchKey');
}

/** On Apple's keyboards Ctrl-K belongs to the text one writes. */
function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** The keys that open the search, as `aria-keyshortcuts` names them (WAI-ARIA 1.2). */
export function searchKeys(): string {
  return `${isApple() ? 'Meta' : 'Control'}+K${isSlashOn() ? ' /' : ''}`;
}

/** The same for eyes, without the / key: `Ctrl K`. */
export function searchKeyLabel(): string {
  return `${isApple() ? 'Cmd' : 'Ctrl'} K`;
}

/** Whether a key struck anywhere on a page asks for the search. */
export function asksForSearch(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (event.defaultPrevented || event.isComposing || altKey) return false;
  if (key.toLowerCase() === 'k' && !shiftKey) return isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (key !== '/' || ctrlKey || metaKey) return false;
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && isSlashOn();
}

interface ClickState {
  button: number;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/**
 * Returns whether a click should navigate this window. Other buttons and modifier keys open a tab or window, or a menu.
 */
export function isPlainLeftClick({ button, metaKey, ctrlKey, shiftKey, altKey }: ClickState): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

declare global {
  interface Window {
    /** The button that was clicked last before hydration. */
    clickedButton?: HTMLButtonElement | null;
  }
}

/**
 * Remembers the button that is clicked last before hydration, which has no handler yet. Buttons that send a form work
 * without a script. The click is stopped, because React may be hydrating already, and would handle it a second time.
 * The Content Security Policy allows this script by its hash (`server/studio/headers.ts`).
 */
export const clickScript =
  "addEventListener('click',e=>{const b='clickedButton'in window&&e.target.closest('button[type=button]');" +
  'if(b)clickedButton=b,e.stopPropagation()},true);clickedButton=null';

const typed = new Map<string, string>();
/** The check boxes that were changed before hydration, with what was chosen. */
const changedBoxes = new Map<HTMLInputElement, boolean>();

/**
 * Remembers what was typed and chosen in the named fields of a screen before its code had arrived. React sets a
 * controlled field to its state when it hydrates, so this runs before the hydration.
 */
export function rememberTypedTexts(root: HTMLElement): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')) {
    // A box has a value of its own, whether it is checked or not.
    if (!['hidden', 'checkbox'].includes(field.type) && field.value !== field.defaultValue)
      typed.set(field.name, field.value);
  }
  for (const field of root.querySelectorAll<HTMLSelectElement>('select[name]')) {
    if (!field.selectedOptions[0]?.defaultSelected) typed.set(field.name, field.value);
  }
  for (const option of root.querySelectorAll<HTMLInputElement>('input[type=radio][name]:checked')) {
    if (!option.defaultChecked) typed.set(option.name, option.value);
  }
  for (const box of root.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
    if (box.checked !== box.defaultChecked) changedBoxes.set(box, box.checked);
  }
}

/** Lets React handle the check boxes that were changed and the button that was clicked. Call after hydration. */
export function replayActions(): void {
  for (const [box, isChecked] of changedBoxes) {
    box.checked = !isChecked;
    box.click();
  }
  changedBoxes.clear();
  const button = window.clickedButton;
  delete window.clickedButton;
  button?.click();
}

/** Returns the remembered texts of the own fields of an entry, by their names, once. */
export const takeTypedFields = () =>
  takeTypedTexts([...typed.keys()].filter((name) => name.startsWith('fields.'))) as Record<string, string>;

/** Returns the remembered texts of some fields, once. */
export function takeTypedTexts<N extends string>(names: readonly N[]): Partial<Record<N, string>> {
  const taken = names.flatMap((name) => (typed.has(name) ? [[name, typed.get(name)]] : []));
  for (const name of names) typed.delete(name);
  return Object.fromEntries(taken);
}

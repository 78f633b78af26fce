import type { Values } from './filled-fields.ts';

function fillOne(control: unknown, value: string): void {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    if (value.split(',').includes(control.value)) control.checked = true;
  } else if (control instanceof HTMLSelectElement) {
    const isOffered = [...control.options].some((option) => option.value === value);
    if (control.value === '' && isOffered) control.value = value;
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    if (control.value === '') control.value = value;
  }
}

/** Puts values into the fields of a form that hold nothing; what was typed or chosen stays, unknown names are ignored. */
export function fillEmpty(form: HTMLFormElement, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const found = form.elements.namedItem(name);
    for (const control of found instanceof RadioNodeList ? found : [found]) fillOne(control, value);
  }
}

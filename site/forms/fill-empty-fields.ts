import type { FormValues } from './form-values.ts';

function fillIfEmpty(control: unknown, value: string): void {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    if (value.split(',').includes(control.value)) control.checked = true;
  } else if (control instanceof HTMLSelectElement) {
    const isOffered = [...control.options].some((option) => option.value === value);
    if (control.value === '' && isOffered) control.value = value;
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    if (control.value === '') control.value = value;
  }
}

/** Writes values into the empty fields of a form. Filled fields keep their value; unknown names are ignored. */
export function fillEmptyFields(form: HTMLFormElement, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) {
    const found = form.elements.namedItem(name);
    for (const control of found instanceof RadioNodeList ? found : [found]) fillIfEmpty(control, value);
  }
}

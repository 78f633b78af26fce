import type { FormValues } from './form-values.ts';

/** A control of a form. A choice has options. */
type Control = HTMLInputElement & Partial<Pick<HTMLSelectElement, 'options'>>;

function fillIfEmpty(control: Control | null, value: string): void {
  if (control?.type === 'checkbox') control.checked ||= value.split(',').includes(control.value);
  else if (control?.value === '' && [...(control.options ?? [{ value }])].some((option) => option.value === value))
    control.value = value;
}

/** Writes values into the empty fields of a form. Filled fields keep their value; unknown names are ignored. */
export function fillEmptyFields(form: HTMLFormElement, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) {
    const found = form.elements.namedItem(name);
    for (const control of found instanceof RadioNodeList ? found : [found])
      fillIfEmpty(control as Control | null, value);
  }
}

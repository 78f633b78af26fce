/** Text by field name, of fields that are not empty. */
export type FormValues = Record<string, string>;

/** Reads the values of a form. Empty fields and files are left out; several values of one name are joined by commas. */
export function readFormValues(form: FormData): FormValues {
  const values: FormValues = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string' || value === '') continue;
    values[name] = Object.hasOwn(values, name) ? `${values[name]},${value}` : value;
  }
  return values;
}

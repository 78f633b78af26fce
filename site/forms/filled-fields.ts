export type Values = Record<string, string>;

/** Field name → typed text; what was left empty is no field at all, what was chosen several times has commas between. */
export function filledFields(form: FormData): Values {
  const fields: Values = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string' || value === '') continue;
    fields[name] = Object.hasOwn(fields, name) ? `${fields[name]},${value}` : value;
  }
  return fields;
}

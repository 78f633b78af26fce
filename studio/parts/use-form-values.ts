import { type RefObject, useEffect, useRef } from 'react';

/**
 * Sets the named fields of a form to the values of the address when these change, such as after Back. The fields stay
 * mounted, so that the focus stays in the field that was changed. Returns the reference of the form.
 */
export function useFormValues(values: Readonly<Record<string, string>>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const json = JSON.stringify(values);
  // What was typed before the page's code had arrived is kept.
  const shown = useRef(json);
  useEffect(() => {
    if (shown.current === json) return;
    shown.current = json;
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [json, values]);
  return form;
}

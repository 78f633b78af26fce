import { type RefObject, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Sets the named fields of a form to `values`, which come from the address, when they change, such as after Back. The
 * fields stay mounted, so that the focus stays in the changed field. A text that is being typed is ahead of the address
 * and stays, except after Back. Returns the ref of the form.
 */
export function useSyncedFields(values: Readonly<Record<string, string>>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const isBack = useNavigationType() === 'POP';
  const json = JSON.stringify(values);
  // The first values set no field, because somebody may have typed in it before hydration.
  const shown = useRef(json);
  useEffect(() => {
    if (shown.current === json) return;
    shown.current = json;
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      const isTyped = field instanceof HTMLInputElement && field === document.activeElement && !isBack;
      if (isTyped) continue;
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [json, values, isBack]);
  return form;
}

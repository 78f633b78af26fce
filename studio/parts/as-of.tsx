import { use } from 'react';
import { StudioSettingsContext } from '../context.ts';
import { Button } from './button.tsx';
import form from './form.module.css';
import { TextField } from './text-field.tsx';

/** Renders the form that opens the public site as of a moment. It needs no JavaScript. */
export function AsOfForm({ at }: { at?: string }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <form action="/studio/preview" method="get" target="_blank" rel="noopener" className={form.row}>
      <TextField
        label="Show the site as of"
        hint={`A past or future time in ${timeZone}`}
        type="datetime-local"
        name="at"
        defaultValue={at}
        required
      />
      <Button type="submit">Show the site</Button>
    </form>
  );
}

/** Renders the link to the public site as of a moment, with the draft of an entry as if it were published then. */
export function AsOfLink({ at, entry, children }: { at: string; entry?: number | undefined; children: string }) {
  const query = new URLSearchParams({ ...(entry === undefined ? {} : { entry: String(entry) }), at });
  return (
    <a href={`/studio/preview?${query}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

import { type ComponentProps, use } from 'react';
import { StudioSettingsContext } from '../context.ts';
import { Submit } from './button.tsx';
import fieldRow from './field-row.module.css';
import { TextField } from './text-field.tsx';

/** Renders the form that opens the public site as of a moment, at first the local time `at`. It needs no JavaScript. */
export function AsOfForm({ at }: { at: string }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <form action="/studio/preview" method="get" target="_blank" rel="noopener" className={fieldRow.row}>
      <TextField
        label="Show the site as of"
        hint={`Past or future, in ${timeZone}. Opens a new tab.`}
        type="datetime-local"
        name="at"
        defaultValue={at}
        required
      />
      <div className={fieldRow.action}>
        <Submit label="Show the site" />
      </div>
    </form>
  );
}

interface AsOfLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A moment with an offset, or a local time of the site's zone. */
  at: string;
  /** The entry whose draft is shown as if it were published then. */
  entry?: number | undefined;
  /** The page that is shown; by default that of the entry, or Home. */
  path?: string;
}

/** Renders the link to the public site as of a moment. */
export function AsOfLink({ at, entry, path, children, ...rest }: AsOfLinkProps) {
  const query = new URLSearchParams({
    ...(entry === undefined ? {} : { entry: String(entry) }),
    ...(path && { path }),
    at,
  });
  return (
    <a {...rest} href={`/studio/preview?${query}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

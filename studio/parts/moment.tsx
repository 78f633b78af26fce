import { type ComponentProps, use, useSyncExternalStore } from 'react';
import { toInstant, toLocalTime } from '../../contract/content/local-time.ts';
import { StudioSettingsContext } from '../context.ts';
import { Submit } from './button.tsx';
import fieldRow from './field-row.module.css';
import { TextField } from './text-field.tsx';
import { formatTime } from './time.ts';

const subscribeToNothing = () => () => undefined;
const findDeviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the time zone of the device; null on the server, which does not know it. */
function useDeviceZone(): string | null {
  return useSyncExternalStore(subscribeToNothing, findDeviceZone, () => null);
}

/** Shows a moment in the time zone of the site and, if the device has another time, in its zone too. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = use(StudioSettingsContext);
  const deviceZone = useDeviceZone();
  const text = formatTime(at, timeZone, 'weekday');
  const onDevice = deviceZone ? formatTime(at, deviceZone, 'weekday') : text;
  return (
    <time dateTime={at}>
      {text} in {timeZone}
      {onDevice !== text && `; ${onDevice} in ${deviceZone}`}
    </time>
  );
}

/** Returns a moment as a field for local times shows it: `2026-12-01T09:00`. */
export function toFieldValue(at: string, timeZone: string): string {
  const { date, time } = toLocalTime(at, timeZone);
  return `${date}T${time}`;
}

/** Renders a field for a moment in the time zone of the site, and says when that is on this device. */
export function MomentField({
  label,
  value,
  error,
  onChange,
  ...input
}: {
  label: string;
  value: string;
  error?: string | undefined;
  name?: string;
  required?: boolean;
  onChange: (value: string) => void;
}) {
  const { timeZone } = use(StudioSettingsContext);
  const deviceZone = useDeviceZone();
  const instant = toInstant(value, timeZone);
  const isElsewhere = deviceZone !== null && deviceZone !== timeZone;
  const onDevice = !isElsewhere
    ? ''
    : instant
      ? ` On this device, in ${deviceZone}: ${formatTime(instant.toISOString(), deviceZone, 'weekday')}.`
      : ` This device uses ${deviceZone}.`;
  return (
    <TextField
      label={label}
      hint={`In ${timeZone}, the time zone of the site.${onDevice}`}
      {...input}
      type="datetime-local"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

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

import { deviceIdPattern } from '../../../contract/forms/device-id.ts';
import type { StoredItem } from '../../device/storage.ts';
import { isStorableTheme } from '../../device/theme.ts';

const detailLabels: Record<string, string> = {
  name: 'name',
  email: 'e-mail',
  company: 'company',
  contactNumber: 'telephone',
  countryCode: 'country code',
};

const unreadable = 'A value that this site does not recognise.';

function describeDetails(value: object): string {
  const known = Object.entries(value).filter(([name, text]) => detailLabels[name] && typeof text === 'string' && text);
  if (known.length === 0) return unreadable;
  return `Your ${known.map(([name, text]) => `${detailLabels[name]} ${text}`).join(', ')}.`;
}

function describeChoice(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, slug } = value as { kind?: unknown; slug?: unknown };
  const name = String(slug ?? '').replaceAll('-', ' ');
  if (kind === 'persona') return `Your role: ${name}.`;
  return kind === 'interest' ? `Your interest: ${name}.` : null;
}

function describeChoices(value: object): string {
  const known = (Array.isArray(value) ? value : [value]).flatMap((choice: unknown) => describeChoice(choice) ?? []);
  return known.length > 0 ? known.join(' ') : unreadable;
}

/** Describes the value that is stored under a key; `text` is the stored JSON, null if there is none. */
export function describeStoredValue(what: StoredItem, text: string | null): string {
  if (text === null) return 'Nothing.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable;
  }
  if (what === 'device') return deviceIdPattern.test(String(value)) ? `The identifier ${value}.` : unreadable;
  if (what === 'refusal') return value === 'refused' ? 'You do not want this device to be recognised.' : unreadable;
  if (what === 'searchKey') return value === 'off' ? 'The / key does not open the search.' : unreadable;
  if (what === 'theme') return isStorableTheme(value) ? `The ${value} theme.` : unreadable;
  if (typeof value !== 'object' || value === null) return unreadable;
  return what === 'details' ? describeDetails(value) : describeChoices(value);
}

import { isApiFailure } from '../../../contract/client.ts';
import type { Appointment, SlotHold, SlotPage } from '../../../contract/consultation-shapes.ts';
import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { isTimeZone } from '../../../contract/local-time.ts';
import type { PageArgs } from '../../page.ts';
import type { Place } from '../../parts/consultation-address.ts';
import { loadPageEntry } from '../../parts/page-entry.ts';
import { placeOf } from './place.ts';

export interface ConsultationData {
  entry: EntryDetail<'PAGE'>;
  place: Place;
  /** Zone in which times are shown. */
  timeZone: string;
  /** Zones to choose from; made where the page is loaded, since server and browser may know different ones. */
  zones: string[];
  /** Null where they cannot be had: a request without one still goes through. */
  slots: SlotPage | null;
  hold: SlotHold | null;
  appointment: Appointment | null;
}

// JavaScript engines list some cities under a name they had; a visitor looks for today's.
const newNames: Record<string, string> = {
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};
const newName = (zone: string) => newNames[zone] ?? zone;

/** The zone of the visitor's device; null on the server, which cannot know it. */
export function deviceZone(): string | null {
  if (typeof document === 'undefined') return null;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? newName(timeZone) : null;
}

async function loadSlots({ client, signal }: PageArgs, timeZone: string | undefined, from: Place['from']) {
  const ask = (input: { timeZone?: string | undefined; from?: string | undefined }) =>
    client.call('consultationSlots', input, { signal });
  try {
    return await ask({ timeZone, from: from ?? undefined });
  } catch (error) {
    if (!isApiFailure(error) || error.kind === 'cancelled') throw error;
    // A zone or a date that only the address knows: the first week in the company's zone instead.
    return error.status === 400 ? ask({}).catch(() => null) : null;
  }
}

/** A hold of ours; one that is none, or was used, is as good as not there. */
async function loadHold({ client, signal }: PageArgs, hold: Place['hold']): Promise<SlotHold | null> {
  if (!hold) return null;
  return client.call('consultationHold', { hold }, { signal }).catch((error) => {
    if (isApiFailure(error) && error.kind === 'client') return null;
    throw error;
  });
}

/** Reads everything the page shows; nothing it does changes anything. An unknown `manage` is the error screen. */
export async function loadConsultation(args: PageArgs): Promise<ConsultationData> {
  const place = placeOf(args.url);
  const { client, signal, settings } = args;
  const [entry, hold, appointment] = await Promise.all([
    loadPageEntry(args, 'book-a-free-consultation'),
    loadHold(args, place.hold),
    place.manage ? client.call('consultationDetails', { manage: place.manage }, { signal }) : null,
  ]);
  const chosen = place.zone && isTimeZone(place.zone) ? place.zone : null;
  const wanted = chosen ?? deviceZone() ?? hold?.timeZone ?? appointment?.timeZone;
  const slots = await loadSlots(args, wanted, place.from);
  const timeZone = slots?.timeZone ?? wanted ?? settings.timeZone;
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(newName), timeZone])].sort();
  return { entry, place: { ...place, zone: chosen }, timeZone, zones, slots, hold, appointment };
}

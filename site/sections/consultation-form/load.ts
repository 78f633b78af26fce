import type { FormWords } from '../../../contract/content/form-schemas.ts';
import { isTimeZone } from '../../../contract/content/local-time.ts';
import type { Appointment, SlotHold, SlotPage } from '../../../contract/forms/consultation-shapes.ts';
import type { CallChannel } from '../../../contract/http/call-text.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import { createFailure, getShownStatus } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import {
  type CompletedChange,
  type ConsultationParameters,
  getConsultationAddress,
} from '../../parts/consultation-address.ts';
import { loadForms } from '../../settings.ts';

export interface ConsultationData {
  parameters: ConsultationParameters;
  /** The time zone of the shown times. */
  timeZone: string;
  /** The time zones to choose from. They are part of the data, because server and browser may know different zones. */
  zones: string[];
  /** Null if the free times could not be loaded; a request without a time is still possible. */
  slots: SlotPage | null;
  hold: SlotHold | null;
  appointment: Appointment | null;
  words: ConsultationWords;
}

/** What the setting `forms` says of the page. */
type ConsultationWords = Pick<FormWords['consultation'], 'name' | 'message' | 'book' | 'times' | 'request'> &
  Pick<FormWords, 'note'> & {
    /** The channels to choose from, the usual one first. */
    channels: CallChannel[];
  };

// JavaScript engines list some zones under an old name of their city.
const currentNames: Record<string, string> = {
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};
const getCurrentName = (zone: string) => currentNames[zone] ?? zone;

/** Returns the time zone of the device; null on the server. */
export function getDeviceZone(): string | null {
  if (typeof document === 'undefined') return null;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? getCurrentName(timeZone) : null;
}

const completedChanges: readonly CompletedChange[] = ['confirmed', 'moved', 'cancelled'];

function isInstant(text: string | null): boolean {
  return /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
}

/**
 * Reads the parameters of the consultation page from its address. Invalid values of `to`, `ask` and `done` become null.
 */
function readParameters({ searchParams }: URL): ConsultationParameters {
  return {
    zone: searchParams.get('zone'),
    from: searchParams.get('from'),
    hold: searchParams.get('hold'),
    manage: searchParams.get('manage'),
    to: isInstant(searchParams.get('to')) ? searchParams.get('to') : null,
    ask: searchParams.get('ask') === 'cancel' ? 'cancel' : null,
    done: completedChanges.find((change) => change === searchParams.get('done')) ?? null,
  };
}

async function loadSlots({ client, signal }: PageArgs, timeZone: string | undefined, from: string | null | undefined) {
  const load = (input: { timeZone?: string | undefined; from?: string | undefined }) =>
    client.call('consultationSlots', input, { signal });
  try {
    return await load({ timeZone, from: from ?? undefined });
  } catch (error) {
    if (!isApiFailure(error) || error.kind === 'cancelled') throw error;
    // The address has a wrong zone or date: loads the first week in the company's zone instead.
    return error.status === 400 ? load({}).catch(() => null) : null;
  }
}

/** Loads the held time of a token; null for an invalid or used token. */
async function loadHold({ client, signal }: PageArgs, hold: string | null | undefined): Promise<SlotHold | null> {
  if (!hold) return null;
  return client.call('consultationHold', { hold }, { signal }).catch((error) => {
    if (isApiFailure(error) && error.kind === 'client') return null;
    throw error;
  });
}

/**
 * Loads the appointment of a link. A link without one leads to an error screen that says why and what to do; a browser
 * asks the server for it.
 */
async function loadAppointment({ client, signal }: PageArgs, manage: string | null | undefined) {
  if (!manage) return null;
  const loading = client.call('consultationDetails', { manage }, { signal });
  if (!import.meta.env.SSR) return loading;
  return loading.catch((error: unknown) => {
    if (!isApiFailure(error) || ![400, 404, 410].includes(error.status ?? 0)) throw error;
    const status = getShownStatus(error.status ?? 404);
    const heading = status === 410 ? 'This link no longer works' : 'This link leads to no appointment';
    const links = [
      { href: getConsultationAddress({}), label: 'Book a time' },
      { href: '/contact-us', label: 'Contact us' },
    ];
    throw createFailure(status, { heading, message: error.message, links });
  });
}

async function loadWords({ client, signal }: PageArgs): Promise<ConsultationWords> {
  const { consultation, note } = await loadForms(client, { signal });
  const { name, message, book, times, request, channel, otherChannels = [] } = consultation;
  const channels = [...new Set([channel, ...otherChannels])];
  return { name, message, book, times, request, note, channels };
}

/** Loads what the section shows and changes nothing. */
export async function loadConsultation(args: PageArgs): Promise<ConsultationData> {
  const parameters = readParameters(args.url);
  const { settings } = args;
  const [hold, appointment, words] = await Promise.all([
    loadHold(args, parameters.hold),
    loadAppointment(args, parameters.manage),
    loadWords(args),
  ]);
  const chosenZone = parameters.zone && isTimeZone(parameters.zone) ? parameters.zone : null;
  const wantedZone = chosenZone ?? getDeviceZone() ?? hold?.timeZone ?? appointment?.timeZone;
  const slots = await loadSlots(args, wantedZone, parameters.from);
  const timeZone = slots?.timeZone ?? wantedZone ?? settings.timeZone;
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(getCurrentName), timeZone])].sort();
  return { parameters: { ...parameters, zone: chosenZone }, timeZone, zones, slots, hold, appointment, words };
}

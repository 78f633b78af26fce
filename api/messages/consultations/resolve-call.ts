import type { FormSettings } from '../../../contract/content/form-schemas.ts';
import type { CallChannel, CallSettings } from '../../../contract/http/call-text.ts';
import { readPublishedSettings } from '../../content/index.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';

type CallWords = FormSettings['consultation'];

/**
 * Returns the channel of a booking: the chosen one, or the usual one. `unprocessable` for a channel that the company
 * does not offer.
 */
export async function chooseChannel(ctx: Context, chosen: CallChannel | undefined): Promise<CallChannel> {
  const offered = listChannels((await readPublishedSettings(ctx)).forms.consultation);
  const channel = chosen ?? offered[0];
  if (channel && offered.includes(channel)) return channel;
  const message = 'Please choose one of the ways on offer.';
  throw new ApiError('unprocessable', message, [{ path: 'channel', message }]);
}

/** Returns the channels that visitors can choose, the usual one first. */
function listChannels({ channel, otherChannels = [] }: CallWords): CallChannel[] {
  return [...new Set([channel, ...otherChannels])];
}

/** Returns how a consultation takes place: its own values come first, then the adviser's, then the company's. */
export function resolveCall(
  words: CallWords,
  own: { channel: CallChannel | null; place: string | null },
  adviser: { name: string; videoLink: string | null; place: string | null },
): CallSettings {
  const channel = own.channel ?? words.channel;
  const places: Record<CallChannel, string | null | undefined> = {
    telephone: null,
    video: own.place ?? adviser.videoLink ?? words.videoLink,
    'on-site': own.place ?? adviser.place ?? words.meetingPlace,
  };
  return { channel, host: adviser.name || words.host, place: places[channel] ?? undefined };
}

// The channel of a consultation call, in the same words on pages, in mails and in calendar files.

export const callChannels = ['telephone', 'video', 'on-site'] as const;

export type CallChannel = (typeof callChannels)[number];

export const channelNames: Record<CallChannel, string> = {
  telephone: 'By telephone',
  video: 'By video',
  'on-site': 'On site',
};

export interface CallSettings {
  channel: CallChannel;
  /** Whom the visitor meets, such as `an engineer`; without it the company is named alone. */
  host?: string | undefined;
  /** The link of a video call, or the address of a meeting; without it the company sends it later. */
  place?: string | undefined;
}

/**
 * Describes a consultation call: `By telephone: an engineer of WSE will call you on the number you gave.` `hasNumber`
 * is null if the reader must not know whether a number was given.
 */
export function describeCall(
  { channel, host, place }: CallSettings,
  company: string,
  hasNumber: boolean | null,
): string {
  const who = host ? `${host} of ${company}` : company;
  if (channel === 'video')
    return place
      ? `By video: ${who} will meet you at ${place}`
      : `By video: ${who} will send you the link to the call by e-mail before it begins.`;
  if (channel === 'on-site')
    return place
      ? `On site: ${who} will meet you at ${place}.`
      : `On site: ${who} will write to you where to meet before it begins.`;
  if (hasNumber) return `By telephone: ${who} will call you on the number you gave.`;
  if (hasNumber === null) return `By telephone: ${who} will call you.`;
  return `By telephone: ${who} will call you. We do not have a number to call yet.`;
}

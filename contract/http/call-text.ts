// The channel of a consultation call, in the same words on pages, in mails and in calendar files.

export const callChannels = ['telephone', 'video'] as const;

export interface CallSettings {
  channel: (typeof callChannels)[number];
  /** Whom the visitor meets, such as `an engineer`; without it the company is named alone. */
  host?: string | undefined;
}

/**
 * Describes a consultation call: `By telephone: an engineer of WSE will call you on the number you gave.` `hasNumber`
 * is null if the reader must not know whether a number was given.
 */
export function describeCall({ channel, host }: CallSettings, company: string, hasNumber: boolean | null): string {
  const who = host ? `${host} of ${company}` : company;
  if (channel === 'video') return `By video: ${who} will send you the link to the call by e-mail before it begins.`;
  if (hasNumber) return `By telephone: ${who} will call you on the number you gave.`;
  if (hasNumber === null) return `By telephone: ${who} will call you.`;
  return `By telephone: ${who} will call you. We do not have a number to call yet.`;
}

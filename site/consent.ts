import { deviceIdPattern } from '../contract/device-id.ts';
import { forgetStored, keepStored, readStored, readText } from './storage.ts';

/**
 * Whether this device may be recognised. `signalled`: the browser's Global Privacy Control says no for its visitor.
 * `impossible`: it lets us keep nothing, not even the answer. `unknown`: on the server, and until the page is alive.
 */
export type Decision = 'unknown' | 'open' | 'allowed' | 'refused' | 'signalled' | 'impossible';

const refused = 'refused';

function isSignalled(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

/** The identifier itself is the memory of a yes; a no is remembered by a word that is the same on every device. */
export function readDecision(): Decision {
  if (isSignalled()) return 'signalled';
  if (readText('refusal') === undefined) return 'impossible';
  if (readStored('refusal') === refused) return 'refused';
  return deviceIdPattern.test(String(readStored('device'))) ? 'allowed' : 'open';
}

/** The device's identifier where its visitor agreed, else null. */
export function readAllowedDevice(): string | null {
  return readDecision() === 'allowed' ? String(readStored('device')) : null;
}

/** Makes an identifier and keeps it; false where that did not work, and then nothing is kept. */
export async function allowDevice(): Promise<boolean> {
  forgetStored('refusal');
  try {
    const { makeDeviceId } = await import('./device-id.ts');
    // Another answer may have been given while the code was on its way.
    return readDecision() === 'open' ? keepStored('device', makeDeviceId()) : readDecision() === 'allowed';
  } catch {
    return false;
  }
}

/** Removes the identifier and remembers the no; false where this browser keeps nothing. */
export function refuseDevice(): boolean {
  forgetStored('device');
  return keepStored('refusal', refused);
}

/** Removes an identifier that was kept before the no, or before the browser's signal was turned on. */
export function honourRefusal(): void {
  const decision = readDecision();
  if ((decision === 'signalled' || decision === 'refused') && readText('device') != null) forgetStored('device');
}

import { deviceIdPattern } from '../../contract/forms/device-id.ts';
import { readStoredItem, readStoredText, removeStoredItem, storeItem } from './storage.ts';

/**
 * The visitor's consent to a device identifier. `open`: not asked yet, or not answered. `signalled`: refused by the
 * browser's Global Privacy Control. `impossible`: the browser allows no storage, so not even an answer can be stored.
 * `unknown`: on the server and until hydration.
 */
export type Consent = 'unknown' | 'open' | 'allowed' | 'refused' | 'signalled' | 'impossible';

const refused = 'refused';

function hasPrivacySignal(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

/**
 * Reads the consent from storage. A stored identifier means yes; a refusal is stored as a word that identifies nobody.
 */
export function readConsent(): Consent {
  if (hasPrivacySignal()) return 'signalled';
  if (readStoredText('refusal') === undefined) return 'impossible';
  if (readStoredItem('refusal') === refused) return 'refused';
  return deviceIdPattern.test(String(readStoredItem('device'))) ? 'allowed' : 'open';
}

/** Returns the device identifier; null without consent. */
export function readDeviceId(): string | null {
  return readConsent() === 'allowed' ? String(readStoredItem('device')) : null;
}

/** Removes a refusal and stores a new device identifier. Returns whether an identifier is stored. */
export async function giveConsent(): Promise<boolean> {
  removeStoredItem('refusal');
  try {
    const { createDeviceId } = await import('./device-id.ts');
    // The visitor may have answered otherwise while the code was loading.
    return readConsent() === 'open' ? storeItem('device', createDeviceId()) : readConsent() === 'allowed';
  } catch {
    return false;
  }
}

/** Removes the device identifier and stores the refusal; returns whether the refusal is stored. */
export function refuseConsent(): boolean {
  removeStoredItem('device');
  return storeItem('refusal', refused);
}

/** Removes an identifier that was stored before a refusal, or before the visitor turned the privacy signal on. */
export function removeRefusedDeviceId(): void {
  const consent = readConsent();
  if ((consent === 'signalled' || consent === 'refused') && readStoredText('device') != null)
    removeStoredItem('device');
}

import { md5 } from 'js-md5';

/** The data of a browser that go into the hash. Every request contains them anyway. */
export interface CoarseData {
  /** As in the header `User-Agent`. */
  userAgent: string;
  /** As in the header `Accept-Language`, the preferred language first. */
  languages: readonly string[];
}

/** Returns the MD5 hash (RFC 1321) of the data as 32 hexadecimal digits. Many devices share a hash. */
export function hashCoarseData({ userAgent, languages }: CoarseData): string {
  return md5(JSON.stringify([userAgent, languages]));
}

/**
 * Creates a random UUID of version 4 (RFC 9562). Browsers have no `crypto.randomUUID` over plain HTTP, except on
 * localhost.
 */
function createUuid(): string {
  // The hash turns the random bytes into 32 hexadecimal digits.
  const digits = md5(crypto.getRandomValues(new Uint8Array(16)));
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}

/**
 * Creates a `deviceuuID` (specification, section 3): the hash, a hyphen and a random UUID. It may be stored only with
 * consent.
 */
export function createDeviceId(data: CoarseData = navigator): string {
  return `${hashCoarseData(data)}-${createUuid()}`;
}

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
 * Creates a `deviceuuID` (specification, section 3): the hash, a hyphen and a random UUID. It may be stored only with
 * consent.
 */
export function createDeviceId(data: CoarseData = navigator): string {
  return `${hashCoarseData(data)}-${crypto.randomUUID()}`;
}

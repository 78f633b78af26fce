import { md5 } from 'js-md5';

/** What every request says of its browser anyway, and all that goes into the hash. */
export interface CoarseData {
  /** As in the header User-Agent. */
  userAgent: string;
  /** As in Accept-Language, best first. */
  languages: readonly string[];
}

/** MD5 (RFC 1321) of coarse data, as 32 hexadecimal digits; many devices share one. */
export function hashCoarseData({ userAgent, languages }: CoarseData): string {
  return md5(JSON.stringify([userAgent, languages]));
}

/** `deviceuuID` (specification, section 3): the hash, a hyphen and a random UUID. Only to be kept after consent. */
export function makeDeviceId(data: CoarseData = navigator): string {
  return `${hashCoarseData(data)}-${crypto.randomUUID()}`;
}

import { fieldLimits } from './field-limits.ts';
import { decodePunycodeLabel } from './punycode.ts';

const localPart = /^[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
// Many scripts write letters with combining marks.
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const topLevel = /^(?:\p{L}\p{M}*){2,}$/u;

/**
 * Invisible characters and direction marks (Unicode, Default_Ignorable_Code_Point and Cf), lone surrogates, private-use
 * and replacement characters: two addresses that look the same must be the same.
 */
const unseen = /[\p{DI}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800\ufffd]/u;

/**
 * Returns whether a text is an IPv4 address, or an IPv6 address with its tag, as in mail addresses (RFC 5321, section
 * 4.1.3).
 */
function isIpAddress(text: string): boolean {
  if (/^ipv6:[\da-f:.]+$/i.test(text)) return URL.canParse(`http://[${text.slice(5)}]`);
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

function isDomain(domain: string): boolean {
  // Decoded first: a top-level domain in its ASCII form contains digits and hyphens (readings, "Formats").
  const labels = domain.split('.').map((part) => (part.length > 63 ? null : decodePunycodeLabel(part)));
  return (
    labels.length >= 2 &&
    topLevel.test(labels.at(-1) ?? '') &&
    labels.every((part) => label.test(part ?? '') && !unseen.test(part ?? ''))
  );
}

/**
 * Returns whether a text is an e-mail address (specification, section 5). The domain has a top-level domain of 2
 * letters or more, or is a bracketed IP address. At most 254 characters; linear time for any input.
 */
export function isEmail(text: string): boolean {
  if (text.length > fieldLimits.email || unseen.test(text)) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (
    at < 1 ||
    local.length > 64 ||
    !localPart.test(local) ||
    local.startsWith('.') ||
    local.endsWith('.') ||
    local.includes('..')
  )
    return false;
  const [, bracketed] = /^\[([^[\]]*)\]$/.exec(domain) ?? [];
  return bracketed === undefined ? isDomain(domain) : isIpAddress(bracketed);
}

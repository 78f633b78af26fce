/** Longest address that SMTP can carry in a path (RFC 5321, section 4.5.3.1.3, less the angle brackets). */
export const emailLimit = 254;

const localPart = /^[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const topLevel = /^\p{L}{2,}$/u;

function isIpAddress(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

function isDomain(domain: string): boolean {
  // A top-level domain in its ASCII form holds digits and hyphens; in Unicode it is letters like any other.
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  const isTop = topLevel.test(last) || /^xn--[a-z0-9-]{2,59}$/i.test(last);
  return labels.length >= 2 && isTop && labels.every((part) => label.test(part));
}

/**
 * The e-mail rule (specification, section 5): a local part, `@`, and a domain with a top-level domain of 2 letters or
 * more, or a bracketed IP address. At most 254 characters; linear time whatever is typed.
 */
export function isEmail(text: string): boolean {
  if (text.length > emailLimit) return false;
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

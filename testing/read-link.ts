/** Returns the link to an appointment in a raw mail, with the address of the site under test. */
export function readLink(raw: string, site: string): string {
  // Quoted-printable (RFC 2045, section 6.7): soft line breaks, then `=3D`.
  const text = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const token = /\?manage=([\w-]+\.[\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error('The mail holds no link');
  return `${site}/book-a-free-consultation?manage=${token}`;
}

/** Returns an anchor as the id of its heading is written. Addresses and links encode letters outside ASCII. */
export function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    // A percent sign that encodes nothing.
    return anchor;
  }
}

import { type Client, createClient } from '../contract/client.ts';

function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/**
 * The API as a browser calls it. Reads go to the backend at `baseUrl`, '' for the site's own; everything else goes to the
 * site, which hands it on: only there does the browser's rule of the same origin hold for forms and their cookie.
 */
export function browserClient(baseUrl: string): Client {
  return createClient({
    baseUrl,
    writeUrl: '',
    fetch: (...args) => fetch(...args),
    xsrfToken: () => readCookie('XSRF-TOKEN'),
  });
}

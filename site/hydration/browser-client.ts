import { type Client, createClient } from '../../contract/http/client.ts';

function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

/**
 * Creates the API client of the browser. It reads from the backend at `baseUrl`, '' for the site's own server. It
 * writes to the site's own server, which forwards the request: the cookie against forged requests works only on the
 * same origin.
 */
export function createSiteBrowserClient(baseUrl: string): Client {
  return createClient({
    baseUrl,
    writeUrl: '',
    fetch: (...args) => fetch(...args),
    xsrfToken: () => readCookie('XSRF-TOKEN'),
  });
}

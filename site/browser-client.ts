import { type Client, createClient } from '../contract/client.ts';

function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** The API as a browser calls it; `baseUrl` is '' for the site's own. */
export function browserClient(baseUrl: string): Client {
  return createClient({ baseUrl, fetch: (...args) => fetch(...args), xsrfToken: () => readCookie('XSRF-TOKEN') });
}

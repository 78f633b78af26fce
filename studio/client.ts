import { createClient } from '../contract/client.ts';
import type { StudioClient } from '../contract/studio/client.ts';
import { createStudioClient } from '../contract/studio/create-client.ts';

function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

/** Creates the client of the Studio's API in a browser. */
export function createStudioBrowserClient(): StudioClient {
  const { send } = createClient({
    baseUrl: '',
    fetch: (...args) => fetch(...args),
    xsrfToken: () => readCookie('XSRF-TOKEN'),
  });
  return createStudioClient(send);
}

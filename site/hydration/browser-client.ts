import { type Client, createClient } from '../../contract/http/client.ts';

function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

/** Returns the method with the settings loaded once, because most pages that are opened next need them. */
function shareSettings(call: Client['call']): Client['call'] {
  let settings: Promise<unknown> | null = null;
  return (name, input, options) => {
    if (name !== 'settings') return call(name, input, options);
    settings ??= call(name, input).catch((error) => {
      settings = null;
      throw error;
    });
    return settings as ReturnType<typeof call<typeof name>>;
  };
}

/**
 * Creates the API client of the browser. It reads from the backend at `baseUrl`, '' for the site's own server. It
 * writes to the site's own server, which forwards the request: the cookie against forged requests works only on the
 * same origin.
 */
export function createSiteBrowserClient(baseUrl: string): Client {
  const client = createClient({
    baseUrl,
    writeUrl: '',
    fetch: (...args) => fetch(...args),
    xsrfToken: () => readCookie('XSRF-TOKEN'),
  });
  return { ...client, call: shareSettings(client.call) };
}

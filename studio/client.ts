import { createClient } from '../contract/http/client.ts';
import type { StudioClient } from '../contract/studio/client.ts';
import { createStudioClient } from '../contract/studio/create-client.ts';
import { pageUserHeader } from '../contract/studio/paths.ts';

function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

/** Returns the API client for pages that were made for a user, by the user's id; null: for pages without a user. */
export type GetStudioClient = (userId: number | null) => StudioClient;

/**
 * Creates the clients of the Studio's API in a browser, one for each user of its pages. Each call that changes
 * something names the user, so that the server refuses it after somebody else has signed in on the same browser.
 */
export function createStudioBrowserClients(): GetStudioClient {
  const { send } = createClient({
    baseUrl: '',
    fetch: (...args) => fetch(...args),
    xsrfToken: () => readCookie('XSRF-TOKEN'),
  });
  const clients = new Map<number | null, StudioClient>();

  function createUserClient(userId: number | null): StudioClient {
    if (userId === null) return createStudioClient(send);
    const fetchAs: typeof fetch = (address, init) => {
      const headers = new Headers(init?.headers);
      if (init?.method !== 'GET') headers.set(pageUserHeader, String(userId));
      return fetch(address, { ...init, headers });
    };
    return createStudioClient((method, path, input, options) => send(method, path, input, options, fetchAs));
  }

  return (userId) => {
    const client = clients.get(userId) ?? createUserClient(userId);
    clients.set(userId, client);
    return client;
  };
}

import type { ListsSetting } from '../contract/content/list-settings.ts';
import type { Client } from '../contract/http/client.ts';

/** Loads what the setting `lists` says. */
export async function loadLists(client: Client, options: { signal?: AbortSignal } = {}): Promise<ListsSetting> {
  return (await client.call('settings', {}, options)).lists;
}

import type { Interest, Persona } from '../../contract/content/record-shapes.ts';
import type { SectionArgs } from './section.ts';

type Args = Pick<SectionArgs, 'client' | 'signal' | 'loadOnce'>;

/** Loads the personas, once for all sections of a page. */
export async function loadPersonas({ client, signal, loadOnce }: Args): Promise<Persona[]> {
  return (await loadOnce('personas', () => client.call('personas', {}, { signal }))).items;
}

/** Loads the interests, in the same way. */
export async function loadInterests({ client, signal, loadOnce }: Args): Promise<Interest[]> {
  return (await loadOnce('interests', () => client.call('interests', {}, { signal }))).items;
}

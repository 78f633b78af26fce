import { isolateText } from '../../contract/content/text-direction.ts';

/** The properties of a matched route that the shell reads. */
interface Match {
  loaderData?: unknown;
  handle?: unknown;
}

/** Returns the title of the innermost matched screen; null where it could not be loaded. */
export function findTitle(matches: readonly Match[]): string | null {
  const last = matches.at(-1);
  const { screen } = (last?.handle ?? {}) as { screen?: { title(data: unknown): string } };
  return screen && last?.loaderData !== undefined ? screen.title(last.loaderData) : null;
}

/** Returns the path of the screen that the rail marks, as the innermost matched screen names it; null for its own. */
export function findRailPath(matches: readonly Match[]): string | null {
  const last = matches.at(-1);
  const { screen } = (last?.handle ?? {}) as { screen?: { getRailPath?(data: unknown): string | null } };
  return (last?.loaderData !== undefined && screen?.getRailPath?.(last.loaderData)) || null;
}

/** Returns the title of an entry as sentences name it: in quotation marks. */
export function quoteTitle(title: string): string {
  return title === '' ? 'an untitled entry' : `“${isolateText(title)}”`;
}

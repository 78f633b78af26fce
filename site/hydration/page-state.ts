import type { RouteFailure } from '../failures.ts';
import type { PageName } from '../page.ts';
import type { ViewSettings } from '../settings.ts';

/**
 * The data the browser hydrates a page with. The document carries it as JSON, in a data block that is never executed.
 */
export interface PageState {
  settings: ViewSettings;
  /** Name of the release that rendered the page. */
  build: string;
  /** Address of each page's chunk; empty while developing. */
  chunks: Partial<Record<PageName, string>>;
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
  failure: { routeId: string; status: number; data: RouteFailure } | undefined;
}

/** Replaces a text that the markup already contains: its position among the elements of `Prose`. */
interface TextReference {
  renderedText: number;
}

/**
 * Returns a replacer for `JSON.stringify` that puts a reference in the place of each text that `Prose` rendered, so
 * that a page carries its text once. `renderedTexts` are in document order. Undefined without texts, because a replacer
 * doubles the time of `JSON.stringify`.
 */
export function createRenderedTextReplacer(
  renderedTexts: readonly string[],
): ((name: string, value: unknown) => unknown) | undefined {
  if (renderedTexts.length === 0) return undefined;
  return (_name, value) => {
    const index = typeof value === 'string' && value !== '' ? renderedTexts.indexOf(value) : -1;
    return index < 0 ? value : ({ renderedText: index } satisfies TextReference);
  };
}

/**
 * Replaces each reference by the text of its element, as a reviver for `JSON.parse`. The page must still be unchanged.
 * Values of a form are texts, so a field named `renderedText` is not taken for a reference.
 */
export function reviveRenderedText(_name: string, value: unknown): unknown {
  const index = (value as Partial<TextReference> | null)?.renderedText;
  return typeof index !== 'number' ? value : document.querySelectorAll('[data-prose]')[index]?.innerHTML;
}

/** Reads the state of the page that the server rendered. */
export function readPageState(): PageState {
  return JSON.parse(document.getElementById('state')?.textContent ?? '{}', reviveRenderedText) as PageState;
}

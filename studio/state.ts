import type { StudioSettings } from './context.ts';

/** The data with which the browser hydrates a screen. The document carries it as JSON. */
export interface StudioState {
  settings: StudioSettings;
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
  errors: Record<string, { status: number; data: unknown }> | null;
}

import type { ComponentType } from 'react';
import type { FieldError } from '../contract/errors.ts';
import type { StudioClient } from '../contract/studio/client.ts';
import type { SavedDraft } from '../contract/studio/shapes.ts';
import type { StudioSettings } from './context.ts';

export interface ScreenArgs {
  client: StudioClient;
  settings: StudioSettings;
  params: Record<string, string | undefined>;
  url: URL;
}

/** Why an action did not do what was asked: one message, and the fields at fault. */
export interface ActionRefusal {
  message: string;
  fields: FieldError[];
  requestId: string | null;
  /** The form as it was sent, so that nothing that was typed is lost. */
  values: Record<string, string>;
}

/** The intent of a form that proves again who the user is; its fields with the prefix are the form that was refused. */
export const confirmIntent = 'confirm';
export const repeatedPrefix = 'again.';

/**
 * Where an action leads: another screen; this screen again with what happened, and the act that can be undone; or with
 * what was sent because somebody else changed the same words.
 */
export type ActionResult =
  | { to: string }
  | { done: string; act?: number | undefined }
  | { conflict: SavedDraft; values: Record<string, string> };

/** A screen of the Studio: what its address loads, what its forms do, and how both look. */
export interface Screen<D> {
  title(data: D): string;
  loader(args: ScreenArgs): Promise<D>;
  /** Handles a form of the screen, on the server without JavaScript. A failed call becomes a `Refusal`. */
  action?(args: ScreenArgs & { form: Record<string, string> }): Promise<ActionResult>;
  /** Whether a refused form loads the screen anew too, because what it shows may have changed. */
  reloadsAfterRefusal?: boolean;
  View: ComponentType<{ data: D }>;
}
